// The data flow of the function at hand, in step with the text: the chosen tile is the chosen node.

import {count, h, put, svg} from "./dom.js";
import {WHOLE, layout, neighbourhood, nodesOf, texts} from "./flow.js";
import {zoomable} from "./zoom.js";

/** Above this many nodes a whole function is not laid out: nobody could read it, and it would take minutes. */
const MOST = 600;

/** A drawing that would be smaller than this shows the surroundings of the chosen tile instead of everything. */
const READABLE = 0.6;

export class GraphPanel {
  constructor(app) {
    this.app = app;
    this.element = h("section", {class: "panel graph", "aria-label": "data flow"});
    this.steps = 0;
  }

  static shows = ["run", "tile", "line", "view"];

  draw(changed) {
    const {app} = this;
    const home = app.tile === null ? app.functionAtCursor() : app.run.placement.entities.get(app.tile).function;
    const each = app.run.functions.find((one) => one.name === home && one.graph) ?? app.run.functions.find((one) => one.graph);
    if (!each) return put(this.element, h("p", {class: "hint"}, "No function of this kernel has tiles."));
    const ident = app.tile === null ? "" : app.run.values.at(app.tile);
    const chosen = nodesOf(each.graph, ident);
    if (changed && this.drawn === each && this.positions && chosen.every((place) => this.nodes.has(place))) return this.choose(chosen);
    this.drawn = each;
    this.steps = 0;
    this.build(each, chosen, ident);
  }

  build(each, chosen, ident) {
    const {graph} = each;
    const start = chosen[0] ?? graph.nodes.findIndex((node) => node.line >= this.app.cursorAfterLine());
    const all = graph.nodes.length;
    const whole = all <= WHOLE || this.steps > 6;
    const shown = whole ? graph.nodes.map((_, place) => place) : neighbourhood(graph, Math.max(start, 0), 40 * 2 ** this.steps);
    this.positions = layout(graph, shown);
    this.view = svg("g", {});
    this.frame = svg("svg", {class: "flow", role: "group", "aria-label": `data flow of ${each.name}`}, arrowhead(), this.view);
    this.mover = zoomable(this.frame, this.view);
    this.nodes = new Map(this.positions.nodes.map((node) => [node.place, this.node(graph.nodes[node.place], node)]));
    this.view.append(
      ...this.positions.loops.map((loop) => this.loop(graph.loops[loop.loop], loop)),
      ...this.positions.edges.map((edge) => this.edge(edge)),
      ...this.nodes.values(),
    );
    const more = shown.length < all && [
      h("button", {onclick: () => this.grow(each, chosen, ident, 1)}, "more"),
      all <= MOST ? h("button", {onclick: () => this.grow(each, chosen, ident, 7)}, "all") : null,
    ];
    put(this.element, 
      h(
        "header",
        {},
        h("h2", {}, each.name),
        h("span", {class: "hint"}, shown.length < all ? `${shown.length} of ${count(all, "node")}, around the chosen tile` : count(all, "node")),
        more,
        h("button", {"aria-label": "larger", onclick: () => this.mover.zoom(1.3)}, "+"),
        h("button", {"aria-label": "smaller", onclick: () => this.mover.zoom(1 / 1.3)}, "−"),
        h("button", {onclick: () => this.mover.fit(this.positions.width, this.positions.height)}, "fit"),
      ),
      this.frame,
    );
    requestAnimationFrame(() => {
      this.mover.fit(this.positions.width, this.positions.height);
      this.choose(chosen);
    });
  }

  grow(each, chosen, ident, steps) {
    this.steps += steps;
    this.build(each, chosen, ident);
  }

  choose(chosen) {
    for (const [place, element] of this.nodes) element.classList.toggle("chosen", chosen.includes(place));
    const at = this.positions.nodes.find((node) => node.place === chosen[0]);
    if (at && this.mover.scale() < READABLE) this.mover.centre(at.x, at.y, READABLE);
  }

  node(node, {x, y, width, height}) {
    const {app} = this;
    const space = app.run.spaces.find((each) => each.name === node.space);
    const [first, second] = texts(node);
    const choose = () => app.chooseNode(node);
    return svg(
      "g",
      {
        class: `node kind-${node.kind} ${space ? `m${space.rank}` : ""}`,
        transform: `translate(${x - width / 2} ${y - height / 2})`,
        role: "button",
        tabindex: "0",
        "aria-label": `${node.name || node.op}, ${second}`,
        onclick: choose,
        onkeydown: (event) => {
          if (event.key !== "Enter") return;
          event.stopPropagation();
          choose();
        },
      },
      svg("rect", {width, height, rx: node.kind === "move" ? 19 : node.kind === "end" ? 0 : 5}),
      svg("text", {x: width / 2, y: 16}, first),
      svg("text", {x: width / 2, y: 30, class: "second"}, second),
    );
  }

  edge({points, kind, label, x, y}) {
    const path = points.map((point, place) => `${place ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join(" ");
    return svg(
      "g",
      {class: `edge kind-${kind}`},
      svg("path", {d: path, "marker-end": "url(#arrowhead)"}),
      label ? svg("text", {x, y: y + 3}, label) : null,
    );
  }

  loop({line}, {x, y, width, height}) {
    const text = this.app.rows.after?.[line]?.trim() ?? this.app.rows.source[line]?.trim() ?? "";
    return svg(
      "g",
      {class: "loop"},
      svg("rect", {x: x - width / 2, y: y - height / 2, width, height, rx: 8}),
      svg("text", {x: x - width / 2 + 8, y: y - height / 2 + 12}, text.length * 6 > width ? `${text.slice(0, width / 6 - 2)}…` : text),
    );
  }
}

function arrowhead() {
  return svg(
    "defs",
    {},
    svg("marker", {id: "arrowhead", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"}, svg("path", {d: "M0 0 L8 4 L0 8 z"})),
  );
}
