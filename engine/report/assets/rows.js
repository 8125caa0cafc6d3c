// The lines of each view: the file as written, the placed kernel, and both at once with what was taken out and put in.
//
// A row is {text, mark, number, old, source, code}: `mark` is one of " +-~↑", `number` the line that the gutter shows, `source` the line of
// the file that it comes from (0: none), `code` names the text whose names it uses ("source", "before" or "after") and its line there.

import {summed} from "./decode.js";

/** How many lines of a file one statement may have. */
const LONGEST = 40;

const INSERTED = 1;
const HOISTED = 2;
const CHANGED = 4;

/** What a mark says, for readers who cannot see its colour. */
export const MARKS = {"+": "inserted", "-": "was", "~": "changed", "↑": "moved out of its loop", " ": ""};

export class Rows {
  constructor(run) {
    const {texts} = run;
    this.source = texts.source.split("\n");
    this.before = texts.before?.split("\n") ?? this.source;
    this.origin = texts.lines ? summed(texts.lines) : this.source.map((_, line) => line + 1);
    this.after = texts.after?.split("\n") ?? null;
    this.was = texts.was ? summed(texts.was) : [];
    this.marks = texts.marks ?? [];
    this.views = new Map();
  }

  /** Which views there are. */
  get names() {
    return this.after ? ["source", "after", "diff"] : ["source"];
  }

  /** The rows of a view. */
  of(view) {
    const name = this.names.includes(view) ? view : "source";
    if (!this.views.has(name)) this.views.set(name, this[`${name}Rows`]());
    return this.views.get(name);
  }

  /**
   * The first row of a view that comes from a line of the file, or from the statement that the line belongs to; -1 for none. In the diff it
   * is the new one rather than the old.
   */
  find(view, source) {
    const rows = this.of(view);
    if (!rows.bySource) {
      rows.bySource = new Map();
      for (const [place, row] of rows.entries()) {
        const known = rows.bySource.get(row.source);
        if (row.source && (known === undefined || (rows[known].mark === "-" && row.mark !== "-" && row.old === rows[known].old))) {
          rows.bySource.set(row.source, place);
        }
      }
    }
    for (let line = source; line > source - LONGEST; line--) if (rows.bySource.has(line)) return rows.bySource.get(line);
    return -1;
  }

  /** The row of a view that shows a line (0-based) of the placed kernel, or -1. */
  findAfter(view, line) {
    if (view === "after") return line;
    if (view === "diff") return this.of("diff").findIndex((row) => row.code === "after" && row.line === line);
    const was = this.was[line] ?? -1;
    return was < 0 ? -1 : this.find("source", this.origin[was]);
  }

  sourceRows() {
    return this.source.map((text, line) => ({text, mark: " ", number: line + 1, old: line, source: line + 1, code: "source", line}));
  }

  afterRows() {
    return this.after.map((text, line) => this.afterRow(text, line));
  }

  afterRow(text, line) {
    const was = this.was[line];
    const bits = this.marks[line];
    const mark = bits & INSERTED ? "+" : bits & HOISTED ? "↑" : bits & CHANGED ? "~" : " ";
    return {text, mark, number: line + 1, old: was, source: was < 0 ? 0 : this.origin[was], code: "after", line};
  }

  diffRows() {
    const rows = [];
    const left = new Set(this.was.filter((_, line) => this.marks[line] & HOISTED));
    let next = 0;
    const removed = (old) => {
      rows.push({text: this.before[old], mark: "-", number: this.origin[old], old, source: this.origin[old], code: "before", line: old});
    };
    for (const [line, text] of this.after.entries()) {
      const row = this.afterRow(text, line);
      if (row.old >= 0 && !left.has(row.old)) {
        for (; next < row.old; next++) removed(next);
        if (row.mark !== " ") removed(row.old);
        next = row.old + 1;
      }
      rows.push(row.mark === "~" ? {...row, mark: "+"} : row);
    }
    for (; next < this.before.length; next++) removed(next);
    return rows;
  }
}
