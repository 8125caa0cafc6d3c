// The part of a function's data flow that is shown, and where each node stands. The layout is dagre's (vendor/dagre.min.js).

/** A function with more nodes opens on the neighbourhood of the chosen tile. */
export const WHOLE = 80;
const NEIGHBOURS = 40;
const CHARACTER = 7.3;

/** The nodes that are shown: all, or those nearest to `start`, by steps along edges in either direction. */
export function neighbourhood({nodes, edges}, start, most = NEIGHBOURS) {
  const near = nodes.map(() => []);
  for (const [from, to] of edges) {
    near[from].push(to);
    near[to].push(from);
  }
  const seen = new Set([start]);
  for (const node of seen) {
    for (const other of near[node]) if (seen.size < most) seen.add(other);
  }
  return [...seen].sort((one, other) => one - other);
}

/** The nodes of a tile: itself, its copies and its carried states have the same identifier. */
export function nodesOf(graph, ident) {
  return graph.nodes.flatMap((node, place) => (ident && node.tile === ident ? [place] : []));
}

/** Positions: `{nodes: [{place, x, y, width, height}], edges: [{from, to, kind, label, points}], loops: [{x, y, width, height}], width, height}`. */
export function layout(graph, shown) {
  const drawn = new dagre.graphlib.Graph({multigraph: true, compound: true});
  drawn.setGraph({rankdir: "TB", nodesep: 18, ranksep: 34, marginx: 12, marginy: 12});
  drawn.setDefaultEdgeLabel(() => ({}));
  const inside = new Set(shown);
  const loops = new Set();
  for (const place of shown) {
    const node = graph.nodes[place];
    drawn.setNode(String(place), {width: Math.max(60, Math.max(...texts(node).map((text) => text.length)) * CHARACTER + 22), height: 38});
    if (node.loop >= 0) drawn.setParent(String(place), loopOf(drawn, graph, loops, node.loop));
  }
  const edges = graph.edges.filter(([from, to]) => inside.has(from) && inside.has(to));
  for (const [number, [from, to, , label]] of edges.entries()) {
    drawn.setEdge(String(from), String(to), {width: label.length * 5.5, height: 12, labelpos: "c"}, String(number));
  }
  dagre.layout(drawn);
  const {width, height} = drawn.graph();
  return {
    nodes: shown.map((place) => ({place, ...drawn.node(String(place))})),
    edges: edges.map(([from, to, kind, label], number) => ({from, to, kind, label, ...drawn.edge(String(from), String(to), String(number))})),
    loops: [...loops].map((loop) => ({loop, ...drawn.node(`loop ${loop}`)})),
    width,
    height,
  };
}

/** The two lines of a node. */
export function texts({name, op, of, kind, space}) {
  const short = op.slice(op.indexOf(".") + 1);
  const second = kind === "end" ? short : [op ? short + (of ? ` ${of}` : "") : kind, space].filter(Boolean).join(" · ");
  return kind === "end" ? [short, name] : [name, second];
}

function loopOf(drawn, graph, loops, loop) {
  const name = `loop ${loop}`;
  if (!loops.has(loop)) {
    loops.add(loop);
    drawn.setNode(name, {});
    const {outer} = graph.loops[loop];
    if (outer >= 0) drawn.setParent(name, loopOf(drawn, graph, loops, outer));
  }
  return name;
}
