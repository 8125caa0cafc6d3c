// Why an atom holds: its smallest proof, built when it is asked for. Counterpart of engine/explain.py and engine/proofs.py.
//
// A node is {kind, relation, row, rule, binding, because, height}; `kind` is "derived", "given" or "absent". Each atom has one node.

import {ground} from "./join.js";
import {Ways, atomOf} from "./ways.js";

export class Explainer {
  constructor(round) {
    this.model = round.model;
    this.ways = new Ways(round);
    this.proofs = new Map();
  }

  /** The smallest proof of an atom that holds. */
  prove(relation, row) {
    const goal = atomOf(relation, row);
    if (!this.proofs.has(goal.key)) this.build(goal);
    return this.proofs.get(goal.key);
  }

  /** One proof for each way to derive an atom in its last step, lowest first; a way that rests on the atom itself is none. */
  eachWay(relation, row) {
    const goal = atomOf(relation, row);
    const first = this.prove(relation, row);
    const found = this.ways
      .of(goal)
      .map((way) => [way, way.needs.map((need) => this.prove(need.relation, need.row))])
      .filter(([, proven]) => !proven.some((root) => rests(root, goal)))
      .map(([way, proven]) => nodeOf(goal, way, proven))
      .sort((one, other) => one.height - other.height);
    return found.length ? found : [first];
  }

  build(goal) {
    const chosen = new Map();
    const pending = [goal];
    while (pending.length) {
      const atom = pending.pop();
      if (!chosen.has(atom.key) && !this.proofs.has(atom.key)) {
        const way = this.best(atom);
        chosen.set(atom.key, {atom, way});
        pending.push(...(way?.needs ?? []));
      }
    }
    const lowest = [...chosen.values()].sort((one, other) => this.ways.height(one.atom) - this.ways.height(other.atom));
    for (const {atom, way} of lowest) {
      this.proofs.set(atom.key, nodeOf(atom, way, (way?.needs ?? []).map((need) => this.proofs.get(need.key))));
    }
  }

  /** The first of the ways that lead to the smallest proof; undefined for a fact. */
  best(atom) {
    const height = (way) => Math.max(0, ...way.needs.map((need) => this.ways.height(need)));
    return this.ways.of(atom).reduce((least, way) => (least && height(least) <= height(way) ? least : way), undefined);
  }
}

/** Every node of a proof once, each before what supports it for the first time. */
export function walk(root) {
  const seen = new Set();
  const pending = [root];
  while (pending.length) {
    const node = pending.pop();
    if (!seen.has(node)) {
      seen.add(node);
      pending.push(...[...node.because].reverse());
    }
  }
  return [...seen];
}

export function leaf(kind, relation, row) {
  return {kind, relation, row, rule: null, binding: {}, because: [], height: 0};
}

function rests(root, goal) {
  return walk(root).some((node) => node.relation === goal.relation && String(node.row) === String(goal.row));
}

function nodeOf({relation, row}, way, proven) {
  if (!way) return leaf("given", relation, row);
  const rest = [...proven];
  const because = way.rule.body
    .filter((item) => !item.op)
    .map((item) => (item.positive ? rest.shift() : leaf("absent", item.relation, ground(item, way.binding))));
  const height = 1 + Math.max(0, ...because.map((node) => node.height));
  return {kind: "derived", relation, row, rule: way.rule, binding: way.binding, because, height};
}
