// The ways to derive an atom, and how high its smallest proof is. Counterpart of engine/instances.py and engine/rulegraph.py.
//
// A way is a rule and a binding whose conditions the model fulfils. Heights follow Knuth's generalisation of Dijkstra's algorithm, group by
// group of mutually recursive relations, and are kept.

import {ground, plan, search, unify} from "./join.js";

/** A key for an atom without variables. */
export const keyOf = (relation, row) => `${relation}(${row})`;

export class Ways {
  constructor(round) {
    this.round = round;
    this.ways = new Map();
    this.heights = new Map();
    this.plans = new Map();
    this.groups = groups(round.byHead);
  }

  /** Every way to derive an atom in one step, in the order of the rules and of the rows; none for a fact. */
  of(atom) {
    let ways = this.ways.get(atom.key);
    if (!ways) this.ways.set(atom.key, (ways = this.search(atom)));
    return ways;
  }

  /** The height of the smallest proof of an atom, which must be true. */
  height(atom) {
    if (!this.heights.has(atom.key)) this.settle(atom);
    return this.heights.get(atom.key);
  }

  search({relation, row}) {
    const found = [];
    for (const rule of this.round.byHead.get(relation) ?? []) {
      const bound = unify(rule.head, row, {});
      if (!bound) continue;
      const ways = new Map();
      const {ordered, conditions} = this.planned(rule, bound);
      for (const binding of search(this.round, ordered, bound)) {
        const needs = conditions.map((condition) => atomOf(condition.relation, ground(condition, binding)));
        const key = needs.map((need) => need.key).join();
        if (!ways.has(key)) ways.set(key, {rule, binding, needs});
      }
      found.push(...[...ways.values()].sort(byRows));
    }
    return found;
  }

  planned(rule, bound) {
    const known = this.plans.get(rule);
    if (known) return known;
    const body = named(rule.body);
    const [ordered, reached] = plan(this.round, body, bound);
    const planned = {ordered, conditions: body.filter((item) => !item.op && item.positive)};
    if (reached) this.plans.set(rule, planned);
    return planned;
  }

  /** Find the heights of `goal` and of every atom of its group that it depends on. */
  settle(goal) {
    const group = this.groups.get(goal.relation);
    const members = new Set([goal.key]);
    const waits = new Map();
    const heap = new Heap();
    const pending = [goal];
    while (pending.length) {
      const atom = pending.pop();
      const ways = this.of(atom);
      if (!ways.length) heap.push(0, atom);
      for (const way of ways) {
        const inside = way.needs.filter((need) => this.groups.get(need.relation) === group && !this.heights.has(need.key));
        const outside = Math.max(0, ...way.needs.filter((need) => !inside.includes(need)).map((need) => this.height(need)));
        const state = {left: inside.length, height: outside, atom};
        for (const need of inside) {
          waits.has(need.key) ? waits.get(need.key).push(state) : waits.set(need.key, [state]);
          if (!members.has(need.key)) {
            members.add(need.key);
            pending.push(need);
          }
        }
        if (!inside.length) heap.push(outside + 1, atom);
      }
    }
    for (let least = heap.pop(); least; least = heap.pop()) {
      if (this.heights.has(least.atom.key)) continue;
      this.heights.set(least.atom.key, least.height);
      for (const state of waits.get(least.atom.key) ?? []) {
        state.left -= 1;
        state.height = Math.max(state.height, least.height);
        if (!state.left) heap.push(state.height + 1, state.atom);
      }
    }
  }
}

/** An atom without variables. */
export function atomOf(relation, row) {
  return {relation, row, key: keyOf(relation, row)};
}

/** `body` with a name for each `_` of a positive condition, so that a binding tells the whole row. */
function named(body) {
  return body.map((item, place) =>
    item.op || !item.positive || !item.terms.includes("_")
      ? item
      : {...item, terms: item.terms.map((term, column) => (term === "_" ? `_${place}.${column}` : term))},
  );
}

function byRows(one, other) {
  const [a, b] = [one, other].map((way) => way.needs.flatMap((need) => need.row));
  const place = a.findIndex((value, index) => value !== b[index]);
  return place < 0 ? 0 : a[place] - b[place];
}

/** A number for each relation that rules derive; two have the same one if each depends on the other. */
function groups(byHead) {
  const reach = new Map();
  for (const start of byHead.keys()) {
    const seen = new Set();
    const pending = [start];
    while (pending.length) {
      for (const rule of byHead.get(pending.pop()) ?? []) {
        for (const item of rule.body) {
          if (!item.op && item.positive && !seen.has(item.relation)) {
            seen.add(item.relation);
            pending.push(item.relation);
          }
        }
      }
    }
    reach.set(start, seen);
  }
  const number = new Map();
  for (const [relation, seen] of reach) {
    const same = [...number.keys()].find((other) => seen.has(other) && reach.get(other).has(relation));
    number.set(relation, same === undefined ? number.size : number.get(same));
  }
  return number;
}

/** A priority queue; of equal heights the one that came first is first. */
class Heap {
  constructor() {
    this.items = [];
    this.count = 0;
  }

  push(height, atom) {
    const items = this.items;
    const item = {height, atom, order: this.count++};
    let place = items.length;
    items.push(item);
    while (place && before(item, items[(place - 1) >> 1])) {
      items[place] = items[(place - 1) >> 1];
      place = (place - 1) >> 1;
    }
    items[place] = item;
  }

  pop() {
    const items = this.items;
    const [first, last] = [items[0], items.pop()];
    if (!items.length) return first && last;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(items[child + 1], items[child])) child += 1;
      if (!before(items[child], last)) break;
      items[place] = items[child];
      place = child;
    }
    items[place] = last;
    return first;
  }
}

function before(one, other) {
  return one.height < other.height || (one.height === other.height && one.order < other.order);
}
