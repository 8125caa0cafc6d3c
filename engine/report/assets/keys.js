// What each key does where nobody is typing.

import {h} from "./dom.js";

/** The keys, as the help lists them. */
export const KEYS = [
  ["j k", "next line, line before (also arrow keys)"],
  ["J K", "next tile, tile before"],
  ["Enter", "choose the tile of the line; again for the next tile of the line"],
  ["/", "find in the kernel; Enter goes on, Shift+Enter back, Escape ends"],
  ["n N", "next and previous line that has what was searched for"],
  ["b a d", "before, after, both as a diff"],
  ["1 to 6", "the panels"],
  ["Escape", "choose no tile"],
  ["?", "this list"],
];

export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, dialog[open]")) return;
    const pressed = event.target.closest("button, a, summary, [role=button], [role=treeitem]");
    if (event.key === "Enter" && pressed) return;
    const actions = {
      j: () => app.step(1), ArrowDown: () => app.step(1), k: () => app.step(-1), ArrowUp: () => app.step(-1),
      J: () => app.stepTile(1), K: () => app.stepTile(-1),
      Enter: () => app.chooseAtCursor(),
      "/": () => app.search.box.focus(),
      n: () => app.search.step(1), N: () => app.search.step(-1),
      b: () => app.look("source"), a: () => app.look("after"), d: () => app.look("diff"),
      Escape: () => app.choose(null),
      "?": () => app.help.showModal(),
    };
    const tab = app.tabs[Number(event.key) - 1];
    const action = actions[event.key] ?? (tab && (() => app.state.set({tab: tab.name})));
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** The list of keys in a window. */
export function helpWindow() {
  const dialog = h(
    "dialog",
    {"aria-label": "keys"},
    h("h2", {}, "Keys"),
    h("dl", {}, KEYS.map(([keys, what]) => [h("dt", {}, keys.split(" ").map((key) => (key === "to" ? " to " : h("kbd", {}, key)))), h("dd", {}, what)])),
    h("form", {method: "dialog"}, h("button", {}, "close")),
  );
  return dialog;
}
