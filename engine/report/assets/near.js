// Why an atom does not hold: for each rule that could have derived it how far it got and the first condition that fails, nearest miss first.
// Counterpart of engine/near_misses.py, whose limits come with the data.

import {found, ground, isTrue, matches, unify, value, variables} from "./join.js";
import {keyOf} from "./ways.js";

/** The misses of an atom: `{rule, binding, condition, met, open, row, there, missing}`; null in `row` stands for anything. */
export function nearMisses(round, relation, row) {
  return new Finder(round).misses(relation, row, round.run.telling.misses.depth, new Set());
}

class Finder {
  constructor(round) {
    this.round = round;
    this.limits = round.run.telling.misses;
    this.spread = new Map();
  }

  misses(relation, row, depth, above) {
    const key = keyOf(relation, row);
    if (!depth || above.has(key)) return [];
    const missed = [];
    for (const rule of this.round.byHead.get(relation) ?? []) {
      const bound = unify(rule.head, row, {});
      const state = bound && this.furthest(rule, bound);
      if (state?.failing.length) missed.push(this.miss(rule, state, depth, new Set([...above, key])));
    }
    return missed.sort((one, other) => one.open - other.open || other.met - one.met);
  }

  miss(rule, state, depth, above) {
    const {binding, failing: [condition]} = state;
    const row = condition.op ? [] : ground(condition, binding);
    let there = null;
    let missing = [];
    if (condition.positive) missing = this.misses(condition.relation, row, depth - 1, above);
    else if (!condition.op) {
      const rows = matches(this.round, condition, binding).filter((each) => unify(condition, each, binding));
      there = this.round.explainer.prove(condition.relation, rows[0]);
    }
    return {rule, binding, condition, met: rule.body.length - openOf(state), open: openOf(state), row, there, missing};
  }

  /** The partial binding that leaves the fewest conditions open. */
  furthest(rule, bound) {
    let states = [{binding: bound, failing: [], lost: new Set(), dependent: 0}];
    const waiting = [...rule.body];
    while (waiting.length) {
      const known = new Set([...Object.keys(states[0].binding), ...states[0].lost]);
      const costs = waiting.map((item) => this.expected(item, known));
      const [condition] = waiting.splice(costs.indexOf(Math.min(...costs)), 1);
      states = states.flatMap((state) => this.follow(condition, state)).sort((one, other) => openOf(one) - openOf(other)).slice(0, this.limits.width);
    }
    return states[0];
  }

  /** What becomes of one partial binding when a condition is looked at. */
  follow(condition, state) {
    const names = variables(condition);
    if (names.some((name) => state.lost.has(name))) return [{...state, dependent: state.dependent + 1}];
    if (condition.positive) {
      const kept = matches(this.round, condition, state.binding).map((row) => unify(condition, row, state.binding)).filter(Boolean).slice(0, this.limits.looks);
      if (kept.length) return kept.map((binding) => ({...state, binding}));
    } else if (this.passes(condition, state.binding)) {
      return [state];
    }
    const lost = new Set([...state.lost, ...names.filter((name) => state.binding[name] === undefined)]);
    return [{...state, failing: [...state.failing, condition], lost}];
  }

  passes(condition, binding) {
    if (!condition.op) return !found(this.round, condition, binding);
    const bound = value(condition.left, binding) !== null && value(condition.right, binding) !== null;
    return bound && isTrue(this.round, condition, binding);
  }

  /** How many rows a condition is likely to have: what says most about the atom in question is looked at first. */
  expected(condition, known) {
    const loose = variables(condition).filter((name) => !known.has(name));
    if (!loose.length) return 0;
    if (!condition.positive) return Infinity;
    const columns = condition.terms.flatMap((term, column) => (typeof term === "number" || known.has(term) ? [column] : []));
    return this.rowsPerValue(condition.relation, columns);
  }

  /** The mean number of rows that agree in `columns`. */
  rowsPerValue(relation, columns) {
    const key = `${relation}/${columns}`;
    if (!this.spread.has(key)) {
      const rows = this.round.model.rows(relation);
      const values = new Set(rows.map((row) => String(columns.map((column) => row[column]))));
      this.spread.set(key, rows.length ? rows.length / values.size : 1);
    }
    return this.spread.get(key);
  }
}

function openOf(state) {
  return state.failing.length + state.dependent;
}
