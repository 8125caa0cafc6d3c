// The story of the chosen tile: why it is where it is, who wants it where, its moves, its loop, and why it is nowhere else.

import {checklists} from "./checklist.js";
import {h, put} from "./dom.js";
import {badge} from "./links.js";
import {Story} from "./story.js";
import {Teller} from "./telling.js";
import {Tree} from "./tree.js";
import {whyNotIn} from "./whynot.js";
import {Wording} from "./wording.js";

export class WhyPanel {
  constructor(app) {
    this.app = app;
    this.element = h("section", {class: "panel why", "aria-label": "why"});
  }

  /** The parts of the state that this panel shows. */
  static shows = ["run", "tile", "rules", "near", "open"];

  draw() {
    const {app} = this;
    const {tile} = app;
    if (tile === null) return put(this.element, this.invitation());
    const run = app.run;
    const story = app.story;
    const round = run.placement;
    const entity = round.entities.get(tile);
    const home = run.home(tile);
    const trees = [
      ...this.parts(story),
      ...this.checklists(tile),
      home || !round.model.match("space", [tile, null]).length ? this.elsewhere(tile, home) : null,
      this.other(run.values.at(tile)),
    ];
    put(this.element, 
      h(
        "header",
        {},
        h("h2", {}, app.links.tile(tile, entity.word), " ", home ? badge(home) : "is not placed"),
        entity.span[0] ? app.links.line(entity.span[0], `line ${entity.span[0]}`) : null,
        h("label", {class: "rules"}, h("input", {type: "checkbox", checked: app.state.get("rules") === "1", onchange: (event) => app.state.set({rules: event.target.checked ? "1" : ""})}), " rules"),
      ),
      ...trees.flat().filter(Boolean),
    );
  }

  invitation() {
    return h("p", {class: "hint"}, "Click a tile, or move with j and k and press Enter: why it is where it is will stand here.");
  }

  parts(story) {
    if (!story.parts.length) return h("p", {}, "Nothing was derived about this tile: its function is not placed.");
    // Why a load was declined stands in its checklist.
    const parts = story.parts.map((part) => ({...part, lines: part.lines.filter((line) => line.node?.relation !== "declined")}));
    return parts.filter((part) => part.lines.length).map(({about, title, lines}) => this.section(title, this.tree(title || "placement", lines, about)));
  }

  section(title, ...content) {
    return h("section", {}, title ? h("h3", {}, title) : null, content);
  }

  /** `prefix` makes the paths of different trees different. */
  tree(label, lines, prefix) {
    const {app} = this;
    const on = {
      thing: (part) => app.links.thing(part),
      place: (place) => app.links.place(place),
      toggled: () => app.state.keep({open: [...this.toggled()].join(" ")}),
    };
    const paths = app.state.get("open").split(" ").filter((path) => path.startsWith(`${prefix}-`));
    const tree = new Tree(label, lines, {on, rules: app.state.get("rules") === "1", toggled: paths, prefix: `${prefix}-`});
    tree.element.tree = tree;
    return tree.element;
  }

  *toggled() {
    for (const element of this.element.querySelectorAll("[role=tree]")) yield* element.tree.toggled;
  }

  checklists(tile) {
    const {run} = this.app;
    const round = run.residency;
    const wording = round && new Wording(round, run.placement.entities.get(tile).function);
    const teller = round && new Teller(round, wording);
    return checklists(round, tile).map(({loop, reasons}) => {
      const against = reasons.filter((each) => each.row).length;
      const name = round.entities.get(loop)?.word ?? "";
      return this.section(
        `loaded in every iteration of loop ${name}?`,
        h("p", {}, against ? `Yes: ${against} of ${reasons.length} conditions speak against loading it once, before the loop.` : "No: nothing speaks against loading it once, before the loop."),
        h("ul", {class: "checklist"}, reasons.filter((each) => each.row).map((each, place) => this.against(each, `not${loop}.${place}`, round, wording, teller))),
        h("details", {}, h("summary", {}, `${reasons.length - against} conditions that do not`), h("ul", {class: "checklist"}, reasons.filter((each) => !each.row).map((each) => this.passed(each, wording)))),
      );
    });
  }

  against({reason, row}, prefix, round, wording, teller) {
    const text = wording.value("Reason", reason, {});
    const lines = teller.steps(round.explainer.prove("declined", row));
    return h("li", {class: "against"}, h("span", {class: "sign", role: "img", "aria-label": "speaks against it"}), text, this.tree(text, lines, prefix));
  }

  passed({reason, checked}, wording) {
    const sign = h("span", {class: "sign", role: "img", "aria-label": checked ? "does not apply" : "not looked at"});
    return h("li", {class: checked ? "met" : "open"}, sign, wording.value("Reason", reason, {}));
  }

  elsewhere(tile, home) {
    const {app} = this;
    const open = app.state.get("near").split(" ");
    return this.section(
      "why not elsewhere",
      app.run.spaces
        .filter((space) => space !== home && !space.noHome)
        .map((space) => {
          const details = h("details", {open: open.includes(space.name)}, h("summary", {}, "why not ", badge(space)));
          const grow = () => details.children.length > 1 || details.append(this.misses(tile, space));
          if (details.open) grow();
          details.addEventListener("toggle", () => {
            if (details.open) grow();
            const shown = [...details.parentElement.querySelectorAll("details[open] > summary > .badge")].map((each) => each.textContent);
            app.state.keep({near: shown.join(" ")});
          });
          return details;
        }),
    );
  }

  misses(tile, space) {
    const {run, story, tile: chosen} = this.app;
    const lines = whyNotIn(run.placement, tile, space.place, story.tellers.get(run.placement));
    const command = `tilewhy why-not ${run.path} ${run.values.at(chosen)} ${space.name}${run.target === "none" ? "" : ` --target ${run.target}`}`;
    return h("div", {}, this.tree(`why not ${space.name}`, lines, `in${space.name}`), h("p", {class: "hint"}, "Edits that would change this: ", h("code", {}, command)));
  }

  /** What the other run says of the same tile. */
  other(ident) {
    const other = this.app.otherRun;
    const tile = other?.tile(ident) ?? null;
    if (tile === null) return null;
    const home = other.home(tile);
    const story = new Story(other, tile);
    const lines = story.parts.find((part) => part.about === "placement")?.lines ?? [];
    return this.section(`in ${other.label}`, h("p", {}, home ? badge(home) : "not placed"), this.tree(`in ${other.label}`, lines, "other"));
  }
}
