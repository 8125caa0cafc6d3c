// Memory over the text: for each memory of a function who holds how many bytes at which statement, the capacity of the target, and what is
// live at the cursor.

import {bytes, h, put} from "./dom.js";
import {badge} from "./links.js";

const HEIGHT = 130;
const FAR = 4;

export class ChartPanel {
  constructor(app) {
    this.app = app;
    this.element = h("section", {class: "panel memory", "aria-label": "memory"});
    new ResizeObserver(() => this.app.tab === "memory" && this.draw()).observe(this.element);
  }

  static shows = ["run", "tile", "line", "view", "space", "theme"];

  draw() {
    const {app} = this;
    const memory = app.run.memory;
    if (!memory) return put(this.element, h("p", {class: "hint"}, "The kernel is refused, so nothing is placed."));
    const name = memory.functions[app.functionAtCursor()] ? app.functionAtCursor() : Object.keys(memory.functions)[0];
    const each = memory.functions[name];
    if (!each) return put(this.element, h("p", {class: "hint"}, "No tile of this kernel lives on the chip."));
    const moment = this.moment(each.lines);
    const spaces = app.run.spaces.filter((space) => each.spaces[space.name]);
    put(this.element, 
      h("header", {}, h("h2", {}, name), h("span", {class: "hint"}, moment < 0 ? "the cursor is outside of this function" : `at line ${each.lines[moment] + 1} of the placed kernel`)),
      ...spaces.map((space) => this.space(space, each, moment, memory.capacity[space.name])),
      Object.keys(memory.capacity).length ? "" : h("p", {class: "hint"}, `The target ${app.run.target} says nothing of sizes; choose one with --target.`),
    );
  }

  /** The moment at the cursor: the last one that begins at or before its line, -1 above the function. */
  moment(lines) {
    const cursor = this.app.cursorAfterLine();
    let found = -1;
    for (const [moment, line] of lines.entries()) if (line <= cursor) found = moment;
    return found;
  }

  space(space, each, moment, capacity) {
    const intervals = each.spaces[space.name];
    const used = usage(intervals, each.lines.length);
    const peak = Math.max(...used);
    const live = moment < 0 ? [] : intervals.filter(([, , , from, to]) => from <= moment && moment <= to);
    const now = moment < 0 ? 0 : used[moment];
    const said = `${bytes(now)} at the cursor, ${bytes(peak)} at most${capacity ? `, of ${bytes(capacity)}` : ""}`;
    return h(
      "section",
      {},
      h("h3", {}, badge(space), " ", h("span", {class: peak > (capacity ?? Infinity) ? "over" : "hint"}, said)),
      this.canvas(space, each, intervals, peak, capacity, moment, said),
      h(
        "table",
        {class: "live"},
        h("tbody", {}, live.map(([ident, name, size]) => h("tr", {}, h("td", {}, this.name(ident, name, space)), h("td", {class: "size"}, bytes(size)), h("td", {class: "size"}, share(size, capacity))))),
      ),
    );
  }

  name(ident, name, space) {
    const tile = this.app.run.tile(ident);
    return tile === null ? name : this.app.links.tile(tile, name, space);
  }

  canvas(space, each, intervals, peak, capacity, moment, said) {
    const width = Math.max(200, this.element.clientWidth - 24);
    const canvas = h("canvas", {
      class: "chart", width: width * devicePixelRatio, height: HEIGHT * devicePixelRatio, style: `width:${width}px;height:${HEIGHT}px`,
      role: "img", "aria-label": `${space.name}: ${said}`,
      onclick: (event) => this.app.goToAfter(each.lines[Math.min(each.lines.length - 1, Math.floor((event.offsetX / width) * each.lines.length))]),
    });
    const pen = canvas.getContext("2d");
    pen.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name);
    const colours = {fill: colour(`--m${space.rank}`), ink: colour("--ink"), paper: colour("--paper"), alarm: colour("--alarm"), soft: colour("--soft")};
    paint(pen, {width, intervals, moments: each.lines.length, peak, capacity, moment, colours, chosen: this.app.tileIdent()});
    return canvas;
  }
}

function share(size, capacity) {
  if (!capacity || size < 0) return "";
  const percent = Math.round((100 * size) / capacity);
  return percent ? `${percent} %` : "< 1 %";
}

/** Bytes in use at each moment; those that are not known count nothing. */
export function usage(intervals, moments) {
  const used = Array(moments).fill(0);
  for (const [, , size, from, to] of intervals) for (let moment = from; moment <= to; moment++) used[moment] += Math.max(size, 0);
  return used;
}

/** The bytes at the top of a chart; a capacity far above the peak is drawn at the top and not to scale. */
function top(peak, capacity) {
  return capacity && capacity <= FAR * peak ? Math.max(peak, capacity) : Math.max(peak, 1);
}

function paint(pen, {width, intervals, moments, peak, capacity, moment, colours, chosen}) {
  const scale = (HEIGHT - 28) / top(peak, capacity);
  const x = (at) => (at / moments) * width;
  const base = HEIGHT - 2;
  const heights = Array(moments).fill(0);
  pen.font = "10px system-ui, sans-serif";
  pen.strokeStyle = colours.paper;
  for (const [place, [ident, name, size, from, to]] of intervals.entries()) {
    if (size <= 0) continue;
    // A tile sits on what was there before it, so its height may change while it lives: draw it in runs of equal height.
    let labelled = false;
    for (let begin = from, at = from; at <= to + 1; at++) {
      if (at <= to && heights[at] === heights[begin]) continue;
      const [left, bottom] = [x(begin), base - heights[begin] * scale];
      const [wide, high] = [Math.max(x(at) - left, 0.7), size * scale];
      pen.globalAlpha = chosen && ident === chosen ? 1 : place % 2 ? 0.5 : 0.7;
      pen.fillStyle = colours.fill;
      pen.fillRect(left, bottom - high, wide, high);
      pen.globalAlpha = 1;
      if (wide > 2) pen.strokeRect(left, bottom - high, wide, high);
      if (!labelled && high > 10 && wide > name.length * 5.5 + 4) {
        pen.fillStyle = colours.ink;
        pen.fillText(name, left + 3, bottom - high / 2 + 3);
        labelled = true;
      }
      begin = at;
    }
    for (let at = from; at <= to; at++) heights[at] += size;
  }
  pen.strokeStyle = colours.ink;
  pen.strokeRect(0.5, 0.5, width - 1, HEIGHT - 1);
  if (capacity) {
    const near = capacity <= FAR * peak;
    const level = near ? base - capacity * scale : 14;
    line(pen, 0, level, width, level, colours.alarm, [6, 3]);
    pen.fillStyle = colours.alarm;
    pen.fillText(`capacity ${bytes(capacity)}${near ? "" : " (not to scale)"}`, 4, level - 3);
  }
  if (moment >= 0) line(pen, x(moment + 0.5), 0, x(moment + 0.5), HEIGHT, colours.ink, []);
}

function line(pen, x, y, toX, toY, colour, dashes) {
  pen.save();
  pen.setLineDash(dashes);
  pen.lineWidth = 1.5;
  pen.strokeStyle = colour;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
  pen.restore();
}
