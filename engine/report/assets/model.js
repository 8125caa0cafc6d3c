// The finished model of one round. A value is a number: its place in the run's table, in which numbers stand before words and both are
// sorted. Counterpart of engine/model.py; nothing is derived here.

export class Values {
  constructor({numbers, words}) {
    this.table = [...numbers, ...words];
    this.places = new Map(this.table.map((value, place) => [value, place]));
  }

  /** The word or number behind a place. */
  at(place) {
    return this.table[place];
  }

  /** The place of a word or number, or -1 if the run never speaks of it. */
  find(value) {
    return this.places.get(value) ?? -1;
  }

  /** The place of a word or number of which somebody asks; new ones are added behind the sorted part. */
  intern(value) {
    if (!this.places.has(value)) {
      this.places.set(value, this.table.length);
      this.table.push(value);
    }
    return this.places.get(value);
  }

  /** Negative, zero or positive, as the first value comes before, with or after the second. */
  compare(one, other) {
    const [a, b] = [this.table[one], this.table[other]];
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }
}

export class Model {
  constructor(relations) {
    this.relations = relations;
    this.sets = new Map();
    this.indexes = new Map();
  }

  /** All rows of a relation, sorted; none for one that is not there. */
  rows(relation) {
    return this.relations.get(relation)?.rows ?? [];
  }

  holds(relation, row) {
    let known = this.sets.get(relation);
    if (!known) this.sets.set(relation, (known = new Set(this.rows(relation).map(String))));
    return known.has(String(row));
  }

  /** The rows that agree with `pattern`, in which null stands for anything. */
  match(relation, pattern) {
    const bound = pattern.flatMap((value, column) => (value === null ? [] : [column]));
    if (!bound.length) return this.rows(relation);
    const name = `${relation}/${bound}`;
    let index = this.indexes.get(name);
    if (!index) {
      this.indexes.set(name, (index = new Map()));
      for (const row of this.rows(relation)) {
        const key = String(bound.map((column) => row[column]));
        index.has(key) ? index.get(key).push(row) : index.set(key, [row]);
      }
    }
    return index.get(String(bound.map((column) => pattern[column]))) ?? [];
  }
}
