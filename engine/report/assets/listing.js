// The text: a list of rows of which only those in sight are elements, so that ten thousand lines scroll like ten.

import {h, put} from "./dom.js";
import {MARKS} from "./rows.js";

/** The height of a row in pixels; page.css says the same. */
export const HEIGHT = 20;
const MARGIN = 20;

export class Listing {
  /** `on` has `line(place)` and `tile(tile)`, called when a reader points at a row or a tile. */
  constructor(on) {
    this.on = on;
    this.layer = h("div", {class: "layer", role: "list"});
    this.element = h("div", {class: "listing", tabindex: "0", id: "text", role: "region", "aria-label": "kernel"}, this.layer);
    this.element.addEventListener("scroll", () => this.schedule());
    new ResizeObserver(() => this.schedule()).observe(this.element);
    this.decorate = () => {};
  }

  /** Show other rows. */
  show(rows, names) {
    Object.assign(this, {rows, names, drawn: null});
    this.layer.style.height = `${rows.length * HEIGHT}px`;
    this.element.parentElement.style.setProperty("--digits", String(rows.length).length);
    this.layer.style.minWidth = `${rows.reduce((most, row) => Math.max(most, row.text.length), 0) + 16}ch`;
    this.draw();
  }

  /** Which row the cursor is on, which tile is chosen, and what is searched for. */
  mark({cursor, tile, find}) {
    Object.assign(this, {cursor, tile, needle: find.toLowerCase(), drawn: null});
    this.draw();
  }

  /** Bring a row into sight, in the middle if it was out of sight. */
  reveal(place) {
    const {scrollTop, clientHeight} = this.element;
    const top = place * HEIGHT;
    if (top < scrollTop || top + HEIGHT > scrollTop + clientHeight) this.element.scrollTop = top - clientHeight / 2;
  }

  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    if (!this.rows) return;
    const {scrollTop, clientHeight} = this.element;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - MARGIN);
    const last = Math.min(this.rows.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + MARGIN);
    const range = `${first} ${last}`;
    if (this.drawn !== range) put(this.layer, Array.from({length: last - first}, (_, offset) => this.row(first + offset)));
    this.drawn = range;
    this.decorate();
  }

  row(place) {
    const row = this.rows[place];
    const element = h(
      "div",
      {
        class: `row ${MARKS[row.mark] ? `mark-${MARKS[row.mark].split(" ")[0]}` : ""} ${place === this.cursor ? "cursor" : ""}`,
        style: `top:${place * HEIGHT}px`,
        role: "listitem",
        "aria-setsize": this.rows.length,
        "aria-posinset": place + 1,
        "aria-current": place === this.cursor ? "true" : null,
        onclick: () => this.on.line(place),
      },
      h("span", {class: "number", "aria-hidden": "true"}, row.number ? String(row.number) : ""),
      h("span", {class: "mark", title: MARKS[row.mark] || null, role: MARKS[row.mark] ? "img" : null, "aria-label": MARKS[row.mark] || null}, row.mark),
      h("code", {}, this.words(row)),
    );
    return element;
  }

  words(row) {
    const parts = [];
    let at = 0;
    const comment = row.text.trimStart().startsWith("#");
    for (const word of this.names.of(row)) {
      parts.push(...this.plain(row.text.slice(at, word.at)), this.word(word));
      at = word.end;
    }
    parts.push(...this.plain(row.text.slice(at)));
    return comment ? h("span", {class: "comment"}, parts) : parts;
  }

  word({text, tile, space, copy}) {
    const memory = space ? ` m m${space.rank}` : "";
    if (tile === null) return h("span", {class: `space${memory}`}, text);
    const chosen = tile === this.tile ? " chosen" : "";
    return h(
      "span",
      {
        class: `tile${memory}${chosen}`,
        "data-letter": space?.letter ?? null,
        title: `${text} ${space ? `is in ${space.name}` : "has no memory"}`,
        role: "button",
        "aria-label": `${text}${copy ? ", a copy," : ""} ${space ? `in ${space.name}` : "without a memory"}`,
        onclick: (event) => {
          event.stopPropagation();
          this.on.tile(tile, Number(event.currentTarget.closest(".row").getAttribute("aria-posinset")) - 1);
        },
      },
      this.plain(text),
    );
  }

  /** Text with what is searched for marked. */
  plain(text) {
    if (!this.needle) return text ? [text] : [];
    const parts = [];
    const low = text.toLowerCase();
    let at = 0;
    for (let next = low.indexOf(this.needle); next >= 0; next = low.indexOf(this.needle, at)) {
      parts.push(text.slice(at, next), h("mark", {}, text.slice(next, next + this.needle.length)));
      at = next + this.needle.length;
    }
    return [...parts, text.slice(at)].filter((part) => part !== "");
  }
}
