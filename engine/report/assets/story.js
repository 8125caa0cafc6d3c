// What there is to tell about a tile. Counterpart of engine/story.py: blocks of lines, from both rounds.

import {Teller} from "./telling.js";
import {Wording} from "./wording.js";

export class Story {
  constructor(run, tile) {
    this.run = run;
    this.tile = tile;
    this.home = run.placement.entities.get(tile).function;
    this.answers = [...this.placed(), ...this.resident()];
    this.tellers = new Map(run.rounds.map((round) => [round, new Teller(round, new Wording(round, this.home))]));
  }

  /** The parts of the story: `{about, title, lines}`, in the order in which they are told. */
  get parts() {
    return (this._parts ??= Object.entries(this.run.telling.titles)
      .map(([about, title]) => ({about, title, lines: this.lines(about)}))
      .filter((part) => part.lines.length));
  }

  lines(about) {
    const answers = this.answers.filter((answer) => answer.about === about);
    return answers.flatMap(({round, proof}) => {
      const teller = this.tellers.get(round);
      return this.run.telling.plain.includes(about) ? teller.steps(proof) : [teller.answer(proof)];
    });
  }

  *placed() {
    const {run, tile} = this;
    const round = run.placement;
    const {model, explainer} = round;
    const answer = (about, relation, row) => ({about, round, proof: explainer.prove(relation, row)});
    const spaces = model.match("space", [tile, null]);
    for (const row of spaces) yield answer("placement", "space", row);
    for (const state of round.states.get(tile) ?? []) {
      for (const row of model.match("holds", [state, null])) {
        if (!spaces.some((space) => space[1] === row[1])) yield answer("state", "holds", row);
      }
    }
    for (const row of model.match("demand", [tile, null])) {
      for (const proof of explainer.eachWay("demand", row).slice(0, run.telling.ways)) yield {about: "demand", round, proof};
    }
    const served = new Set();
    for (const row of model.match("needed_move", [tile, null, null])) {
      served.add(`${row[2]},${row[1]}`);
      yield answer("move", "needed_move", row);
    }
    for (const row of model.match("reads_move", [null, null, tile, null])) {
      if (!served.has(`${row[0]},${row[3]}`)) yield answer("copy", "reads_move", row);
      for (const keyword of model.match("copy_keyword", [row[0], row[1], null, null])) yield answer("layout", "copy_keyword", keyword);
    }
    for (const row of model.match("move_via", [tile, null, null])) yield answer("detour", "move_via", row);
    for (const row of model.match("stop_keyword", [tile, null, null, null])) yield answer("layout", "stop_keyword", row);
    for (const relation of run.telling.refusals) {
      const {columns} = round.relations.get(relation);
      for (const row of model.match(relation, columns.map((_, place) => (place ? null : tile)))) yield answer("refusal", relation, row);
    }
  }

  *resident() {
    const round = this.run.residency;
    if (!round) return;
    for (const [relation, columns] of [["preheader", 2], ["declined", 3], ["stays", 3]]) {
      for (const row of round.model.match(relation, [this.tile, ...Array(columns - 1).fill(null)])) {
        yield {about: "residency", round, proof: round.explainer.prove(relation, row)};
      }
    }
  }
}
