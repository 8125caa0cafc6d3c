// The query box: a question in, a table out, each answer with its proofs. What can be asked is listed below it.

import {count, h, put} from "./dom.js";
import {ground} from "./join.js";
import {BadQuery, ask} from "./query.js";
import {Teller} from "./telling.js";
import {Tree} from "./tree.js";
import {Wording, termText} from "./wording.js";

const FIRST = 200;

/** Questions to begin with; those that the kernel has no relations for are left out. */
export const EXAMPLES = [
  ["tiles in a memory", "space(Tile, mat)"],
  ["moves and for whom", "needed_move(Tile, Space, Call), call(Call, Op, _, _)"],
  ["tiles wanted in two memories", "demand(Tile, One), demand(Tile, Other), One < Other"],
  ["placed without being told", "space(Tile, Space), defines(Call, Tile), not target_memory(Call, _)"],
  ["what each op wants", "constraint(Op, Index, 0, Space)"],
  ["loads that stay in their loop", "declined(Load, Loop, Reason)"],
];

export class QueryPanel {
  constructor(app) {
    this.app = app;
    this.box = h("input", {
      type: "text", id: "query", "aria-label": "query", spellcheck: "false", autocomplete: "off", placeholder: "space(Tile, mat), not annotated(Tile, _)",
      onkeydown: (event) => event.key === "Enter" && this.ask(this.box.value),
    });
    this.rounds = h("select", {"aria-label": "round", onchange: (event) => this.app.state.set({round: event.target.value})});
    this.answer = h("div", {class: "answer", "aria-live": "polite"});
    this.filter = h("input", {type: "search", "aria-label": "find a relation", placeholder: "find a relation", oninput: () => this.list()});
    this.relations = h("dl", {class: "relations"});
    this.element = h(
      "section",
      {class: "panel query", "aria-label": "query"},
      h("p", {class: "ask"}, this.box, h("button", {onclick: () => this.ask(this.box.value)}, "ask")),
      h("label", {class: "hint"}, "where several rounds know the relations, ask ", this.rounds),
      (this.examples = h("p", {class: "examples"})),
      this.answer,
      h("h3", {}, "relations ", this.filter),
      this.relations,
    );
  }

  static shows = ["run", "q", "round"];

  draw(changed) {
    if (!changed || changed.has("run")) {
      const {run} = this.app;
      const known = EXAMPLES.filter(([, text]) => text.match(/\w+(?=\()/g).every((name) => run.rounds.some((round) => round.relations.has(name))));
      put(this.examples, ...known.map(([title, text]) => h("button", {title: text, onclick: () => this.ask(text)}, title)));
      put(this.rounds, [["", "the first"], ...run.rounds.map(({name}) => [name, name])].map(([value, text]) => h("option", {value}, text)));
      this.list();
    }
    this.rounds.value = this.app.state.get("round");
    this.box.value = this.app.state.get("q");
    this.show(this.app.state.get("q"));
  }

  ask(text) {
    this.app.state.set({q: text.trim()}, {step: true});
  }

  show(text) {
    if (!text) return put(this.answer);
    try {
      const started = performance.now();
      const found = ask(this.app.run, text, this.app.state.get("round"));
      this.table(found, performance.now() - started);
    } catch (problem) {
      if (!(problem instanceof BadQuery)) throw problem;
      put(this.answer, h("p", {class: "problem", role: "alert"}, problem.message));
    }
  }

  table(found, time, most = FIRST) {
    const {answers, columns, notes, round} = found;
    const wording = new Wording(round);
    put(this.answer, 
      h("p", {class: "hint"}, `${count(answers.length, "answer")} in ${Math.max(1, Math.round(time))} ms (round: ${round.name})`),
      ...notes.map((note) => h("p", {class: "hint"}, note)),
      columns.length && answers.length
        ? h(
            "table",
            {},
            h("thead", {}, h("tr", {}, columns.map((name) => h("th", {scope: "col"}, name)), h("th", {scope: "col"}, "why"))),
            h("tbody", {}, answers.slice(0, most).map((answer) => this.row(answer, found, wording))),
          )
        : "",
      answers.length > most ? h("button", {onclick: () => this.table(found, time, most * 10)}, `show more of ${count(answers.length, "answer")}`) : "",
    );
  }

  row({row, binding}, {columns, body, round}, wording) {
    const element = h(
      "tr",
      {},
      row.map((place, column) => h("td", {}, this.cell(round, place, wording.value(columns[column], place, {})))),
      h("td", {}, h("button", {"aria-expanded": "false", onclick: (event) => this.explain(event.currentTarget, element, round, body, binding)}, "why")),
    );
    return element;
  }

  /** Names as they stand in the relation, so that they can be used in the next question. */
  cell(round, place, part) {
    const text = termText(round.values.at(place));
    return typeof part === "string" ? text : this.app.links.thing({...part, text: part.space ? text : String(round.values.at(place))});
  }

  explain(button, row, round, body, binding) {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    if (open) return row.nextSibling.remove();
    const teller = new Teller(round, new Wording(round));
    const positive = body.filter((item) => item.positive);
    const lines = positive.flatMap((item) => {
      const pattern = ground(item, binding);
      const full = round.model.match(item.relation, pattern)[0];
      return full ? [teller.answer(round.explainer.prove(item.relation, full))] : [];
    });
    const on = {thing: (part) => this.app.links.thing(part), place: (place) => this.app.links.place(place), toggled: () => {}};
    row.after(h("tr", {class: "proof"}, h("td", {colspan: row.children.length}, new Tree("proofs of this answer", lines, {on}).element)));
  }

  list() {
    const wanted = this.filter.value.trim().toLowerCase();
    const rounds = this.app.run.rounds;
    const seen = new Set();
    put(this.relations, 
      ...rounds.flatMap((round) =>
        [...round.relations.values()]
          .filter((relation) => !seen.has(relation.name) && seen.add(relation.name))
          .filter((relation) => !wanted || relation.name.includes(wanted) || relation.means[0].toLowerCase().includes(wanted))
          .flatMap((relation) => this.relation(relation)),
      ),
    );
  }

  relation({name, columns, means, count: rows}) {
    const signature = `${name}(${columns.join(", ")})`;
    const spelt = means[0].split("%").flatMap((text, place) => [text, means[1][place] ?? ""]).join("");
    return [
      h("dt", {}, h("button", {class: "link", onclick: () => this.add(signature)}, signature), h("span", {class: "hint"}, ` ${count(rows, "row")}`)),
      h("dd", {}, spelt),
    ];
  }

  add(signature) {
    this.box.value = this.box.value.trim() ? `${this.box.value.trim()}, ${signature}` : signature;
    this.box.focus();
  }
}
