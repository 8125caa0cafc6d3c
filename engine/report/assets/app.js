// The page: one state, a text on the left, panels on the right, each redrawn when what it shows changes.

import {Arrows} from "./arrows.js";
import {ChangesPanel} from "./changespanel.js";
import {ChartPanel} from "./chartpanel.js";
import {count, h, put} from "./dom.js";
import {GraphPanel} from "./graphpanel.js";
import {helpWindow, listenToKeys} from "./keys.js";
import {Links} from "./links.js";
import {Listing} from "./listing.js";
import {MessagesPanel} from "./messagespanel.js";
import {Names} from "./names.js";
import {QueryPanel} from "./querypanel.js";
import {Rows} from "./rows.js";
import {Search} from "./search.js";
import {State} from "./state.js";
import {Story} from "./story.js";
import {WhyPanel} from "./whypanel.js";

const VIEWS = {source: ["before", "as it was written"], after: ["after", "as the pass leaves it"], diff: ["diff", "what the pass changed"]};
const THEMES = ["", "light", "dark"];

export class App {
  /** `runs` is one run, or two to compare: the run itself and the one it is held against. */
  constructor(runs) {
    this.runs = runs;
    this.texts = runs.map((run) => {
      const rows = new Rows(run);
      return {rows, names: new Names(run, rows)};
    });
    const refused = !this.texts[0].rows.after;
    this.state = new State({view: refused ? "source" : "after", tab: refused ? "messages" : runs.length > 1 ? "changes" : "why"});
    this.links = new Links(this);
    this.listing = new Listing({line: (place) => this.goToRow(place), tile: (tile, place) => this.choose(tile, place)});
    this.arrows = new Arrows(this.listing);
    this.search = new Search(this);
    this.help = helpWindow();
    this.tabs = this.makeTabs();
  }

  /** Put the page into `body` and follow the state. */
  start(body) {
    put(body, 
      (this.head = h("header", {class: "head"})),
      h("main", {}, h("div", {class: "text"}, this.listing.element, this.arrows.element), h("div", {class: "side"}, this.tabBar(), ...this.tabs.map((tab) => tab.panel.element))),
      this.help,
    );
    listenToKeys(this);
    this.state.listen((changed) => this.draw(changed));
    this.listing.element.focus();
  }

  // ---------------------------------------------------------------------------------------------------------- what is shown

  get run() {
    return this.runs[Number(this.state.get("run"))] ?? this.runs[0];
  }

  get otherRun() {
    return this.runs.find((run) => run !== this.run) ?? null;
  }

  get rows() {
    return this.texts[this.runs.indexOf(this.run)].rows;
  }

  get names() {
    return this.texts[this.runs.indexOf(this.run)].names;
  }

  get view() {
    const view = this.state.get("view");
    return this.rows.names.includes(view) ? view : "source";
  }

  /** The rows in the text. */
  get shown() {
    return this.rows.of(this.view);
  }

  get tab() {
    return this.tabs.some((tab) => tab.name === this.state.get("tab")) ? this.state.get("tab") : "why";
  }

  /** The chosen tile of this run, or null. */
  get tile() {
    return this.state.get("tile") ? this.run.tile(this.state.get("tile")) : null;
  }

  /** The row of the cursor. */
  get cursor() {
    const place = Number(this.state.get("line")) - 1;
    if (this.state.get("line")) return Math.min(Math.max(place, 0), this.shown.length - 1);
    return this.tile === null ? -1 : this.rows.find(this.view, this.lineOf(this.tile));
  }

  get story() {
    if (this._story?.tile !== this.tile || this._story?.run !== this.run) this._story = new Story(this.run, this.tile);
    return this._story;
  }

  tileIdent() {
    return this.tile === null ? "" : this.run.values.at(this.tile);
  }

  /** The line of the file on which a tile is assigned, 0 for none. */
  lineOf(tile) {
    return this.run.placement.entities.get(tile).span[0];
  }

  /** The name of the function in which the cursor is, or of the first one. */
  functionAtCursor() {
    const row = this.shown[Math.max(this.cursor, 0)];
    return this.names.functionAt(row.code, row.line) || this.run.functions[0]?.name || "";
  }

  /** The line of the placed kernel at the cursor (0-based). */
  cursorAfterLine() {
    const row = this.shown[Math.max(this.cursor, 0)];
    return row.code === "after" ? row.line : this.rows.after ? this.rows.find("after", row.source) : row.line;
  }

  // ---------------------------------------------------------------------------------------------------------- going places

  /** Choose a tile, or none; the cursor goes to `place`, or to where the tile is assigned. */
  choose(tile, place = tile === null ? this.cursor : this.rows.find(this.view, this.lineOf(tile))) {
    const ident = tile === null ? "" : String(this.run.values.at(tile));
    const shows = ["why", "graph", "memory", "changes"].includes(this.tab);
    this.state.set({tile: ident, line: place < 0 ? "" : String(place + 1), open: "", near: "", tab: tile !== null && !shows ? "why" : this.state.get("tab")}, {step: true});
  }

  goToRow(place) {
    this.state.set({line: String(place + 1)});
  }

  /** A line of the file: in this view if it is there, else in the file. */
  goTo(number) {
    const place = this.rows.find(this.view, number);
    this.state.set(place < 0 ? {view: "source", line: String(number)} : {line: String(place + 1)}, {step: true});
  }

  /** A line of the placed kernel (0-based). */
  goToAfter(line) {
    const place = this.rows.findAfter(this.view, line);
    if (place < 0 && this.rows.after) this.state.set({view: "after", line: String(line + 1)});
    else this.goToRow(place);
  }

  chooseNode({tile, line}) {
    const place = this.run.tile(tile);
    const row = this.rows.findAfter(this.view, line);
    if (place === null) this.goToAfter(line);
    else if (row >= 0) this.choose(place, row);
    else this.choose(place);
  }

  step(by) {
    this.goToRow(Math.min(Math.max(this.cursor + by, 0), this.shown.length - 1));
  }

  /** To the next row that assigns a tile. */
  stepTile(by) {
    const rows = this.shown;
    for (let place = this.cursor + by; place >= 0 && place < rows.length; place += by) {
      const [first] = this.names.tiles(rows[place]);
      if (first && rows[place].text.slice(0, first.at).trim() === "") return this.choose(first.tile, place);
    }
  }

  /** Choose a tile of the line at the cursor: the first, or the one after the chosen one. */
  chooseAtCursor() {
    const row = this.shown[this.cursor];
    if (!row) return;
    const tiles = [...new Set(this.names.tiles(row).map((word) => word.tile))];
    if (!tiles.length) return;
    this.choose(tiles[(tiles.indexOf(this.tile) + 1) % tiles.length], this.cursor);
  }

  /** The same place in another view. */
  look(view) {
    if (!this.rows.names.includes(view) || view === this.view) return;
    const row = this.shown[this.cursor];
    const place = !row ? -1 : row.code === "after" && view !== "source" ? this.rows.findAfter(view, row.line) : this.rows.find(view, row.source);
    this.state.set({view, line: place < 0 ? "" : String(place + 1)}, {step: true});
  }

  // ---------------------------------------------------------------------------------------------------------- drawing

  draw(changed) {
    const any = (...names) => names.some((name) => changed.has(name));
    if (any("theme")) document.documentElement.dataset.theme = this.state.get("theme");
    if (any("run", "tile")) document.title = [this.tileIdent(), this.run.path].filter(Boolean).join(" in ");
    if (any("run", "view")) this.listing.show(this.shown, this.names);
    if (any("run", "view", "only", "theme")) this.drawHead();
    this.search.draw();
    this.listing.mark({cursor: this.cursor, tile: this.tile, find: this.state.get("find")});
    this.listing.element.dataset.only = this.state.get("only");
    if (any("run", "tile", "view")) this.arrows.show(this.tile === null ? [] : [...this.wants()]);
    if (this.cursor >= 0 && any("line", "view", "run", "tile")) this.listing.reveal(this.cursor);
    for (const tab of this.tabs) this.drawTab(tab, changed);
  }

  drawTab(tab, changed) {
    const open = tab.name === this.tab;
    tab.button.setAttribute("aria-selected", String(open));
    tab.panel.element.hidden = !open;
    if (!open) return;
    if (!tab.drawn || changed.has("tab") || tab.panel.constructor.shows.some((name) => changed.has(name))) {
      tab.panel.draw(tab.drawn && !changed.has("tab") ? changed : undefined);
      tab.drawn = true;
    }
  }

  /** From the chosen tile to each line that wants it somewhere: the first line of the kernel that each reason rests on. */
  *wants() {
    const from = this.rows.find(this.view, this.lineOf(this.tile));
    for (const {about, proof} of this.story.answers) {
      if (about !== "demand") continue;
      const [line] = this.story.tellers.get(this.run.placement).steps(proof);
      const place = line?.places.find((each) => each.kind === "kernel" && each.line !== this.lineOf(this.tile));
      const to = place ? this.rows.find(this.view, place.line) : -1;
      if (to >= 0 && from >= 0) yield {from, to, space: this.run.spaceOf.get(proof.row[1])};
    }
  }

  drawHead() {
    const {run, state} = this;
    const view = (name) => h("button", {"aria-pressed": String(name === this.view), title: VIEWS[name][1], onclick: () => this.look(name)}, VIEWS[name][0]);
    const theme = state.get("theme");
    put(this.head, 
      h("h1", {}, run.path.slice(run.path.lastIndexOf("/") + 1)),
      h("span", {class: "hint"}, [run.program, run.target === "none" ? "" : run.target].filter(Boolean).join(" · ")),
      this.runs.length > 1
        ? h("span", {class: "group", role: "group", "aria-label": "run"}, this.runs.map((each, place) => h("button", {"aria-pressed": String(each === run), onclick: () => state.set({run: String(place), line: ""}, {step: true})}, each.label)))
        : null,
      h("span", {class: "group", role: "group", "aria-label": "text"}, this.rows.names.map(view)),
      this.legend(),
      this.search.element,
      h("button", {"aria-label": `colours: ${theme || "as the system says"}`, title: "colours: as the system says, light, dark", onclick: () => state.set({theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]})}, theme ? (theme === "light" ? "☀" : "☾") : "◐"),
      h("button", {"aria-label": "keys", onclick: () => this.help.showModal()}, "?"),
    );
  }

  /** The memories in use, each with its tiles counted; a click leaves only its tiles in full colour. */
  legend() {
    const {run, state} = this;
    const rows = run.placement.model.rows("space");
    const only = state.get("only");
    const entry = (space) => {
      const tiles = rows.filter((row) => row[1] === space.place).length;
      const title = `${space.name}: ${space.about}\n${count(tiles, "tile")}`;
      return tiles > 0 && h("button", {class: `m${space.rank}`, title, "aria-pressed": String(only === space.name), onclick: () => state.set({only: only === space.name ? "" : space.name})}, h("b", {}, space.letter), ` ${space.name} ${tiles}`);
    };
    return h("span", {class: "legend", role: "group", "aria-label": "memories"}, h("style", {}, this.dimming(only)), run.spaces.map(entry));
  }

  dimming(only) {
    const space = this.run.spaces.find((each) => each.name === only);
    return space ? `.listing .tile:not(.m${space.rank}), .listing .space:not(.m${space.rank}) {opacity: 0.3}` : "";
  }

  makeTabs() {
    const panels = {why: WhyPanel, graph: GraphPanel, memory: ChartPanel, query: QueryPanel, messages: MessagesPanel};
    const named = Object.entries(this.runs.length > 1 ? {changes: ChangesPanel, ...panels} : panels);
    return named.map(([name, Panel]) => {
      const panel = new Panel(this);
      Object.assign(panel.element, {id: `panel-${name}`});
      panel.element.setAttribute("role", "tabpanel");
      const button = h("button", {role: "tab", "aria-controls": `panel-${name}`, onclick: () => this.state.set({tab: name}, {step: true})}, this.titleOf(name));
      return {name, panel, button, drawn: false};
    });
  }

  titleOf(name) {
    const {messages} = this.runs[0];
    return name === "messages" && messages.length ? `messages (${messages.length})` : name;
  }

  tabBar() {
    return h("div", {class: "tabs", role: "tablist", "aria-label": "panels"}, this.tabs.map((tab) => tab.button));
  }
}
