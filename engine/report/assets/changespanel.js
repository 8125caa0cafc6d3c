// What differs from the other run, changed tiles first in the order of the text.

import {changes} from "./changes.js";
import {count, h, put} from "./dom.js";
import {badge} from "./links.js";

export class ChangesPanel {
  constructor(app) {
    this.app = app;
    this.element = h("section", {class: "panel changes", "aria-label": "changes"});
  }

  static shows = ["run", "tile"];

  draw() {
    const {app} = this;
    const {run, otherRun} = app;
    const found = (this.found ??= new Map()).get(run) ?? this.found.set(run, changes(run, otherRun)).get(run);
    const order = (each) => run.placement.entities.get(run.values.find(each.ident))?.span[0] ?? Infinity;
    found.sort((one, other) => order(one) - order(other));
    put(this.element, 
      h("p", {}, `${count(found.length, "tile")} of ${run.label} ${found.length === 1 ? "differs" : "differ"} from ${otherRun.label}.`),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["tile", `in ${otherRun.label}`, `in ${run.label}`, "what differs"].map((name) => h("th", {scope: "col"}, name)))),
        h("tbody", {}, found.map((each) => this.row(each))),
      ),
    );
  }

  row({ident, now, was, differences}) {
    const {app} = this;
    const tile = app.run.tile(ident);
    const words = {space: "memory", moves: "moves", loop: "loop", new: "only here", gone: "only there"};
    return h(
      "tr",
      {class: tile !== null && tile === app.tile ? "chosen" : ""},
      h("td", {}, tile === null ? ident : app.links.tile(tile, ident)),
      h("td", {}, this.decision(app.otherRun, was)),
      h("td", {}, this.decision(app.run, now)),
      h("td", {}, differences.map((name) => words[name]).join(", ")),
    );
  }

  decision(run, decision) {
    if (!decision) return "—";
    const memory = (name) => [run.spaceOf.get(run.values.find(name))].map((space) => (space ? badge(space) : name));
    const moves = decision.moves ? [" moved to ", ...decision.moves.split(" ").flatMap((name, place) => [place ? ", " : "", ...memory(name)])] : [];
    return [...(decision.space ? memory(decision.space) : ["not placed"]), ...moves, decision.loop ? ` (${decision.loop.replaceAll("_", " ")})` : ""];
  }
}
