// What is wrong with the kernel, and what its author should know.

import {h, put} from "./dom.js";

export class MessagesPanel {
  constructor(app) {
    this.app = app;
    this.element = h("section", {class: "panel messages", "aria-label": "messages"});
  }

  static shows = ["run"];

  draw() {
    const {messages} = this.app.run;
    put(this.element, ...(messages.length ? messages.map((each) => this.message(each)) : [h("p", {class: "hint"}, "Nothing is wrong with this kernel.")]));
  }

  message({code, severity, message, help, labels}) {
    return h(
      "article",
      {class: severity},
      h("h3", {}, `${severity}[${code}]: ${message}`),
      labels.map(([line, text, path]) => h("p", {}, path === this.app.run.path ? this.app.links.line(line, `line ${line}`) : `${path}:${line}`, " ", text)),
      help ? h("p", {class: "help"}, `help: ${help}`) : null,
    );
  }
}
