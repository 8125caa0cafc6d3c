// What the reader sees, kept in the fragment of the address: every state has a link, and the browser's back button works.

/** What a state holds, and what each part is where the fragment does not say. */
export const DEFAULTS = {
  run: "0", view: "after", line: "", tile: "", tab: "why", open: "", q: "", round: "", find: "", only: "", space: "", near: "", rules: "", theme: "",
};

export class State {
  /** `defaults` override `DEFAULTS` for this page. */
  constructor(defaults) {
    this.defaults = {...DEFAULTS, ...defaults};
    this.listeners = [];
    this.values = this.read();
    window.addEventListener("hashchange", () => this.change(this.read()));
  }

  get(name) {
    return this.values[name];
  }

  /** Change parts of the state. `step` makes it a step that the back button undoes. */
  set(changes, {step = false} = {}) {
    const values = {...this.values, ...changes};
    const link = this.link(values);
    if (link !== this.link(this.values)) history[step ? "pushState" : "replaceState"](null, "", link);
    this.change(values);
  }

  /** Remember what somebody has drawn already: nobody is told. */
  keep(changes) {
    Object.assign(this.values, changes);
    history.replaceState(null, "", this.link());
  }

  /** The fragment of a state that differs from this one in `changes`. */
  link(changes = {}) {
    const told = Object.entries({...this.values, ...changes}).filter(([name, value]) => value !== this.defaults[name]);
    return `#${new URLSearchParams(told)}`;
  }

  /** `listener(changed)` is told the names of what changed; it is called for the first state too. */
  listen(listener) {
    this.listeners.push(listener);
    listener(new Set(Object.keys(this.values)));
  }

  read() {
    const said = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    return Object.fromEntries(Object.keys(this.defaults).map((name) => [name, said[name] ?? this.defaults[name]]));
  }

  change(values) {
    const changed = new Set(Object.keys(values).filter((name) => values[name] !== this.values[name]));
    this.values = values;
    if (changed.size) for (const listener of this.listeners) listener(changed);
  }
}
