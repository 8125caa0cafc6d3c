// Proofs as lines for a reader. Counterpart of engine/telling.py and engine/places.py.
//
// A line is {parts, places, because, rule, node}; a place is {kind, path, line, column, endLine, endColumn, quoted, run}. Facts and absences are
// no lines of their own: the sentence of the step that needs them tells them.

import {walk} from "./proofs.js";

const KINDS = ["kernel", "specs", "rules"];

export class Places {
  constructor(round) {
    this.round = round;
  }

  /** Where a row is said, or null. */
  atom(relation, row) {
    const declared = this.round.relations.get(relation);
    if (!declared) return null;
    const said = declared.saidAt(row);
    if (said) return said;
    const at = declared.columns.indexOf(declared.at);
    if (at < 0 || row.length !== declared.columns.length) return null;
    const index = declared.given ? (row[declared.columns.indexOf("Index")] ?? null) : null;
    return this.entity(row[at], index === null ? null : this.round.values.at(index));
  }

  /**
   * Where the thing at `place` of the table stands, or its operand `index`; what is no part of
   * the kernel stands in its spec file. */
  entity(place, index = null) {
    if (place === null) return null;
    const entity = this.round.entities.get(place);
    if (!entity) return this.round.outside.get(place) ?? null;
    const span = (typeof index === "number" && entity.operands.get(index)) || entity.span;
    return span[0] ? this.round.run.placeOf(span) : null;
  }
}

export class Teller {
  constructor(round, wording) {
    this.wording = wording;
    this.places = new Places(round);
  }

  /** A proof under a headline: what it proves, and the place of that. */
  answer(root) {
    const place = this.places.atom(root.relation, root.row);
    return {parts: this.wording.conclusion(root), places: place ? [place] : [], because: this.steps(root), rule: null, node: root};
  }

  /** The lines of a proof without a headline. */
  steps(root) {
    const told = new Map();
    for (const node of walk(root).sort((one, other) => one.height - other.height)) told.set(node, this.tell(node, told));
    const {lines, places} = told.get(root);
    return lines.length || root.kind === "derived" ? lines : [{parts: this.wording.node(root), places, because: [], rule: null, node: root}];
  }

  /** The lines of a node, and the places that it leaves to whoever needs it. */
  tell(node, told) {
    if (node.kind === "given") {
      const place = this.places.atom(node.relation, node.row);
      return {lines: [], places: place ? [place] : []};
    }
    if (node.kind === "absent" || node.rule.voice === "mute") return {lines: [], places: []};
    const parts = node.because.map((child) => told.get(child));
    const lines = [...new Map(parts.flatMap((part) => part.lines).map((line) => [line.node, line])).values()];
    const places = ordered(parts.flatMap((part) => part.places));
    if (node.rule.voice === "quiet") return {lines, places};
    return {lines: [{parts: this.wording.node(node), places, because: lines, rule: node.rule, node}], places: []};
  }
}

/** Places without repetition of a line, those of the kernel first. */
export function ordered(places) {
  const lines = new Map();
  for (const place of places) {
    const key = `${place.kind} ${place.path}:${place.line}`;
    if (!lines.has(key)) lines.set(key, place);
  }
  const rank = (place) => KINDS.indexOf(place.kind);
  const byPath = (one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0);
  return [...lines.values()].sort((one, other) => rank(one) - rank(other) || byPath(one, other) || one.line - other.line);
}
