// Which tile a name in a text is. A printed text names each variable of a function once; in the file as written a name may be assigned
// again, and then the place of a use tells.

import {summed} from "./decode.js";

const WORD = /[A-Za-z_]\w*/g;

export class Names {
  constructor(run, rows) {
    this.run = run;
    this.rows = rows;
    this.bySpace = new Map(run.spaces.map((space) => [space.name, space]));
    this.printed = new Map(run.functions.map((each) => [each.name, this.table(each)]));
    this.heads = {};
    this.cache = new Map();
  }

  /** The words of a row that mean something: `{at, end, text, tile, space, copy}` in order. A memory has no tile. */
  of(row) {
    const key = `${row.code}${row.line}`;
    if (!this.cache.has(key)) this.cache.set(key, this.scan(row));
    return this.cache.get(key);
  }

  /** The tiles that a row assigns, then those that it reads. */
  tiles(row) {
    return this.of(row).filter((word) => word.tile !== null);
  }

  /** The name of the function in which a line (0-based) of a text stands, or "". */
  functionAt(code, line) {
    const heads = (this.heads[code] ??= this.headsOf(code));
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (heads[middle].line <= line) low = middle + 1;
      else high = middle;
    }
    return low ? heads[low - 1].name : "";
  }

  scan(row) {
    const code = row.text.indexOf("#") >= 0 && row.text.trimStart().startsWith("#") ? "" : row.text;
    const home = this.functionAt(row.code, row.line);
    const found = [];
    for (const match of code.matchAll(WORD)) {
      const [text, at] = [match[0], match.index];
      if (code[at - 1] === ".") {
        const space = code.slice(0, at).endsWith("Mem.") || code.slice(0, at).endsWith("MemorySpace.") ? this.bySpace.get(text) : null;
        if (space) found.push({at, end: at + text.length, text, tile: null, space, copy: false});
        continue;
      }
      const known = isKeyword(code, at, text) ? null : this.find(row, home, text, at);
      if (known) found.push({at, end: at + text.length, text, ...known});
    }
    return found;
  }

  find(row, home, text, at) {
    if (row.code === "after") return this.printed.get(home)?.get(text) ?? null;
    const tile = row.code === "before" ? this.run.tile(`${home}.${text}`) : this.written(home, text, row.line + 1, at);
    return tile === null ? null : {tile, space: this.run.home(tile), copy: false};
  }

  /** The tile that a name of the file means at a place: the one used or assigned there, else the last one assigned above. */
  written(home, text, line, column) {
    const candidates = this.candidates.get(`${home}.${text}`);
    if (!candidates) return null;
    if (candidates.length === 1) return candidates[0].tile;
    const exact = this.uses.get(`${line}:${column}`);
    if (exact !== undefined) return exact;
    const above = candidates.filter((each) => each.line < line || (each.line === line && each.column === column));
    return (above.at(-1) ?? candidates[0]).tile;
  }

  table({names, tiles, homes, copies}) {
    const copied = new Set(copies);
    const idents = summed(tiles);
    return new Map(
      names.map((name, place) => [name, {tile: idents[place], space: this.run.spaces[homes[place]] ?? null, copy: copied.has(place)}]),
    );
  }

  /** The tiles of the file by the name that it gives them, in the order of the text. */
  get candidates() {
    if (!this._candidates) {
      this._candidates = new Map();
      const {placement, values} = this.run;
      for (const [tile] of placement.model.rows("tile")) {
        const [line, column] = placement.entities.get(tile).span;
        const name = values.at(tile).replace(/#\d+$/, "");
        const each = {tile, line, column};
        this._candidates.has(name) ? this._candidates.get(name).push(each) : this._candidates.set(name, [each]);
      }
      for (const list of this._candidates.values()) list.sort((one, other) => one.line - other.line || one.column - other.column);
    }
    return this._candidates;
  }

  /** The tiles that facts place somewhere in the file, by `line:column`. */
  get uses() {
    if (!this._uses) {
      this._uses = new Map();
      const {placement, values} = this.run;
      for (const [call, index, tile] of placement.model.rows("uses")) {
        const span = placement.entities.get(call)?.operands.get(values.at(index));
        if (span) this._uses.set(`${span[0]}:${span[1]}`, tile);
      }
    }
    return this._uses;
  }

  /** Where each function begins in a text, in order. */
  headsOf(code) {
    const lines = this.rows[code];
    return lines.flatMap((text, line) => {
      const match = /^\s*(?:async )?def (\w+)/.exec(text);
      return match ? [{name: match[1], line}] : [];
    });
  }
}

/** Is a word the name of a keyword argument, as `dtype` in `f(dtype=x)`? */
function isKeyword(code, at, text) {
  return code[at + text.length] === "=" && code[at + text.length + 1] !== "=" && code.slice(0, at).trim() !== "";
}
