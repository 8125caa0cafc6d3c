// The embedded data as runs that can be asked. Counterpart of engine/report/payload.py.

import {Model, Values} from "./model.js";
import {Explainer} from "./proofs.js";

/** The data of a `<script>`: JSON, deflated, in base64. */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

export class Run {
  constructor(data) {
    Object.assign(this, {label: data.label, path: data.path, target: data.target, program: data.program});
    this.values = new Values(data.values);
    this.places = specPlaces(data.specs);
    this.spaces = data.spaces.map(([name, place, about, at, noHome], rank) => ({name, place, about, at: this.places[at], noHome, rank, letter: ""}));
    nameByLetters(this.spaces);
    this.spaceOf = new Map(this.spaces.map((space) => [space.place, space]));
    this.rounds = data.rounds.map((round) => new Round(this, round));
    this.placement = this.rounds[0];
    this.residency = this.rounds[1] ?? null;
    this.texts = data.texts;
    this.functions = data.functions;
    this.memory = data.memory;
    this.messages = data.messages;
    this.telling = data.story;
  }

  /** A place in the kernel. */
  placeOf([line, column, endLine, endColumn]) {
    return {kind: "kernel", path: this.path, line, column, endLine, endColumn, quoted: "", run: this};
  }

  /** The memory in which a tile (a place of the table) ends, or null. */
  home(tile) {
    const rows = this.placement.model.match("space", [tile, null]);
    return rows.length ? this.spaceOf.get(rows[0][1]) : null;
  }

  /** The tile that each copy is made of, by the name of the copy: `kernel.x_tile_Left`. */
  get copies() {
    if (!this._copies) {
      this._copies = new Map();
      for (const {name, names, tiles, copies} of this.functions) {
        const idents = summed(tiles);
        for (const place of copies) this._copies.set(`${name}.${names[place]}`, idents[place]);
      }
    }
    return this._copies;
  }

  /** The place of a tile that is told by its identifier, or null. */
  tile(ident) {
    const place = this.values.find(ident);
    return this.placement.entities.get(place) && this.placement.model.holds("tile", [place]) ? place : null;
  }
}

class Round {
  constructor(run, data) {
    this.run = run;
    this.name = data.name;
    this.values = run.values;
    this.relations = new Map(data.relations.map((relation) => [relation.name, new Relation(relation, run.places)]));
    this.rules = data.rules.map(ruleOf);
    this.byHead = new Map();
    for (const rule of this.rules) {
      const {relation} = rule.head;
      this.byHead.has(relation) ? this.byHead.get(relation).push(rule) : this.byHead.set(relation, [rule]);
    }
    this.entities = entitiesOf(data.entities, run.values);
    this.operands = new Map(Object.entries(data.ops).map(([place, names]) => [Number(place), names]));
    this.outside = new Map(Object.entries(data.outside).map(([place, at]) => [Number(place), Array.isArray(at) ? run.placeOf(at) : run.places[at]]));
    this.model = new Model(this.relations);
  }

  /** What proves the atoms of this round. */
  get explainer() {
    return (this._explainer ??= new Explainer(this));
  }

  /** The earlier states of each carried tile, in the order of the loops that end them. */
  get states() {
    if (!this._states) {
      this._states = new Map();
      for (const entity of this.entities.values()) {
        if (entity.kind !== "state") continue;
        const tile = this.values.find(this.values.at(entity.id).split("@")[0]);
        this._states.has(tile) ? this._states.get(tile).push(entity.id) : this._states.set(tile, [entity.id]);
      }
    }
    return this._states;
  }
}

class Relation {
  constructor(data, places) {
    Object.assign(this, data);
    const columns = data.rows.map(summed);
    this.rows = Array.from({length: data.count}, (_, row) => columns.map((column) => column[row]));
    this.places = places;
  }

  /** Where a spec file says a row, or undefined. */
  saidAt(row) {
    if (!this.said) return undefined;
    this.saying ??= new Map(this.rows.map((each, place) => [String(each), this.said[place]]));
    return this.places[this.saying.get(String(row)) ?? -1];
  }
}

/** Give each memory the shortest letters that tell it from the others: `L` for Left, `LS` for LeftScale. */
function nameByLetters(spaces) {
  const taken = new Set();
  for (const space of spaces) {
    const capitals = /[a-z]/.test(space.name) ? space.name.replace(/[^A-Z]/g, "") : "";
    const tries = [capitals, ...Array.from(space.name, (_, end) => space.name.slice(0, end + 1))];
    space.letter = tries.find((letters) => letters && !taken.has(letters)) ?? space.name;
    taken.add(space.letter);
  }
}

/** The numbers behind their differences. */
export function summed(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

function specPlaces({files, at, quoted}) {
  return at.map(([file, line, column], place) => ({
    kind: "specs", path: files[file], line, column, endLine: line, endColumn: column, quoted: quoted[place],
  }));
}

function ruleOf(data) {
  return {...data, head: {relation: data.head[0], terms: data.head[1]}, body: data.body.map(conditionOf)};
}

function conditionOf([relation, terms, word]) {
  return relation ? {relation, terms, positive: word !== "not"} : {op: word, left: terms[0], right: terms[1]};
}

function entitiesOf(data, values) {
  const [ids, functions, ops] = [data.ids, data.function, data.op].map(summed);
  const spans = data.spans.map(summed);
  return new Map(
    ids.map((id, place) => {
      const kind = data.kinds[data.kind[place]];
      const home = values.at(functions[place]);
      return [
        id,
        {
          id,
          kind,
          function: home,
          word: data.words[place] || values.at(id).slice(home.length + 1),
          // Calls, yields and statements are told by what they are, functions by their name: neither needs its function before it.
          anonymous: ["call", "yield", "statement", "function"].includes(kind),
          op: ops[place] < 0 ? null : ops[place],
          span: spans.map((side) => side[place]),
          operands: new Map((data.operands[id] ?? []).map(([index, ...span]) => [index, span])),
        },
      ];
    }),
  );
}
