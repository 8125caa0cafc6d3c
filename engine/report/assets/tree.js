// Lines of a proof as a tree that opens and closes (the ARIA pattern for trees): elements are made when a branch opens.
//
// Arrow keys walk, open and close; Enter follows the first link of a line. Which branches differ from how a tree starts is kept in a set of
// paths, so that a link can bring them back.

import {h} from "./dom.js";

/** How many levels are open at first. */
const OPEN = 2;

export class Tree {
  /**
   * `on` has `toggled(paths)` and makes links: `thing(part)` and `place(place)` give elements. `rules` shows the rule of each line. `toggled`
   * are the paths that are not as they are at first.
   */
  constructor(label, lines, {on, rules = false, toggled = [], prefix = ""}) {
    Object.assign(this, {on, rules, prefix, toggled: new Set(toggled)});
    this.element = h("ul", {class: "tree", role: "tree", "aria-label": label, onkeydown: (event) => this.key(event)});
    this.element.append(...lines.map((line, place) => this.item(line, `${prefix}${place}`, 1, lines.length, place)));
    this.element.querySelector("[role=treeitem]")?.setAttribute("tabindex", "0");
  }

  item(line, path, level, size, place) {
    const branch = line.because.length > 0;
    const item = h("li", {
      role: "treeitem", tabindex: "-1", "aria-level": level, "aria-setsize": size, "aria-posinset": place + 1, "data-path": path,
    });
    const label = h(
      "div",
      {class: "line", onclick: (event) => this.clicked(event, item)},
      h("span", {class: "twist", "aria-hidden": "true"}),
      h("span", {class: "sentence"}, line.parts.map((part) => (typeof part === "string" ? part : this.on.thing(part)))),
      h("span", {class: "places"}, line.places.map((each) => this.on.place(each))),
      this.rules && line.rule ? h("div", {class: "rule"}, this.on.place(ruleplace(line.rule)), ` ${line.rule.name}`, h("code", {}, line.rule.text)) : null,
    );
    item.append(label);
    item.addEventListener("focus", () => this.focus(item));
    item.open = () => this.grow(item, line, path, level);
    if (branch) this.turn(item, level <= OPEN !== this.toggled.has(path));
    return item;
  }

  grow(item, line, path, level) {
    const {because} = line;
    return h("ul", {role: "group"}, because.map((child, place) => this.item(child, `${path}.${place}`, level + 1, because.length, place)));
  }

  turn(item, open) {
    item.setAttribute("aria-expanded", String(open));
    item.querySelector(":scope > [role=group]")?.remove();
    if (open) item.append(item.open());
  }

  toggle(item, open = item.getAttribute("aria-expanded") === "false") {
    if (!item.hasAttribute("aria-expanded") || open === (item.getAttribute("aria-expanded") === "true")) return false;
    this.turn(item, open);
    const {path} = item.dataset;
    this.toggled.has(path) ? this.toggled.delete(path) : this.toggled.add(path);
    this.on.toggled(this.toggled);
    return true;
  }

  clicked(event, item) {
    if (event.target.closest("a, button")) return;
    item.focus();
    this.toggle(item);
  }

  focus(item) {
    for (const other of this.element.querySelectorAll("[role=treeitem][tabindex='0']")) other.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
  }

  key(event) {
    const item = event.target.closest("[role=treeitem]");
    const items = [...this.element.querySelectorAll("[role=treeitem]")];
    const at = items.indexOf(item);
    const keys = {
      ArrowDown: () => items[at + 1]?.focus(),
      ArrowUp: () => items[at - 1]?.focus(),
      ArrowRight: () => this.toggle(item, true) || item.querySelector("[role=treeitem]")?.focus(),
      ArrowLeft: () => this.toggle(item, false) || item.parentElement.closest("[role=treeitem]")?.focus(),
      Home: () => items[0].focus(),
      End: () => items.at(-1).focus(),
      Enter: () => item.querySelector("a, button")?.click(),
      " ": () => this.toggle(item),
    };
    if (event.target !== item || !(event.key in keys)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}

function ruleplace({path, line}) {
  return {kind: "rules", path, line, quoted: ""};
}
