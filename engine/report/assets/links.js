// What sentences and tables link to: tiles, lines of the kernel, lines of op-spec and rule files.

import {h} from "./dom.js";

export class Links {
  /** `app` knows the state and goes to places. */
  constructor(app) {
    this.app = app;
  }

  /** A thing that a sentence names: a tile that can be chosen, a memory in its colour, or anything else with a line. */
  thing(part) {
    if (part.space) return badge(part.space, part.text);
    const {run} = this.app;
    if (part.run !== run) return part.text;
    const tile = this.tileOf(part.ident);
    if (tile !== null) return this.tile(tile, part.text);
    const place = run.rounds.map((round) => round.entities.get(part.ident)).find((entity) => entity?.span[0]);
    return place ? this.line(place.span[0], part.text) : part.text;
  }

  /** A tile by its name, in the colour of its memory; a copy has one of its own. */
  tile(tile, text, space = this.app.run.home(tile)) {
    const ident = this.app.run.values.at(tile);
    return h(
      "a",
      {
        class: `tile${space ? ` m m${space.rank}` : ""}`,
        "data-letter": space?.letter ?? null,
        "aria-label": `${text}${space ? ` in ${space.name}` : ""}`,
        href: this.app.state.link({tile: ident, tab: "why"}),
        onclick: (event) => this.go(event, () => this.app.choose(tile)),
      },
      text,
    );
  }

  /** A line of the kernel. */
  line(number, text) {
    return h("a", {class: "place", href: this.app.state.link({view: "source", line: String(number)}), onclick: (event) => this.go(event, () => this.app.goTo(number))}, text);
  }

  /** A place of a proof: a line of the kernel is a link, of another file a text that shows what stands there. */
  place(place) {
    const text = `${base(place.path)}:${place.line}`;
    if (place.kind === "kernel" && place.run === this.app.run) return this.line(place.line, text);
    return h("span", {class: `place ${place.kind}`, title: place.quoted ? `${place.path}:${place.line}\n${place.quoted}` : `${place.path}:${place.line}`, tabindex: place.quoted ? "0" : null}, text);
  }

  /** The tile of the first round that an identifier names: a state is a state of its tile, a copy belongs to its origin. */
  tileOf(ident) {
    const {run} = this.app;
    const word = String(run.values.at(ident)).split("@")[0];
    return run.tile(word) ?? run.copies.get(word) ?? null;
  }

  go(event, action) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    action();
  }
}

/** The name of a memory in its colour. */
export function badge(space, text = space.name) {
  return h("span", {class: `badge m${space.rank}`}, text);
}

function base(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
