// Arrows from the chosen tile to those that want it somewhere, drawn beside the rows that are in sight.

import {put, svg} from "./dom.js";
import {HEIGHT} from "./listing.js";

const WIDTH = 26;

export class Arrows {
  constructor(listing) {
    this.listing = listing;
    this.element = svg("svg", {class: "arrows", width: WIDTH, "aria-hidden": "true"});
    listing.decorate = () => this.draw();
    this.arrows = [];
  }

  /** `arrows` are `{from, to, space}` with rows of the view. */
  show(arrows) {
    this.arrows = arrows;
    this.draw();
  }

  draw() {
    const {scrollTop, clientHeight} = this.listing.element;
    this.element.setAttribute("height", clientHeight);
    put(this.element, ...this.arrows.map((arrow, lane) => this.arrow(arrow, lane, scrollTop, clientHeight)));
  }

  arrow({from, to, space}, lane, top, height) {
    const y = (row) => Math.min(Math.max(row * HEIGHT - top + HEIGHT / 2, -9), height + 9);
    const [start, end] = [y(from), y(to)];
    const x = WIDTH - 8 - 4 * (lane % 5);
    const tip = `M${WIDTH - 6} ${end - 4} L${WIDTH} ${end} L${WIDTH - 6} ${end + 4}`;
    return svg(
      "g",
      {class: `arrow m${space?.rank ?? ""}`},
      svg("path", {d: `M${WIDTH} ${start} C${x - 8} ${start} ${x - 8} ${start} ${x - 8} ${(start + end) / 2} C${x - 8} ${end} ${x - 8} ${end} ${WIDTH} ${end}`}),
      svg("path", {d: tip}),
      svg("title", {}, `wanted in ${space?.name ?? "a memory"}`),
    );
  }
}
