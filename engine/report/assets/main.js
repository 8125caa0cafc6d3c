// Where the page begins: the embedded data becomes runs, and the runs a page. `window.tilewhy` answers questions from the console.

import {App} from "./app.js";
import {checklists} from "./checklist.js";
import {Run, unpack} from "./decode.js";
import {ask} from "./query.js";
import {Story} from "./story.js";
import {whyNotIn} from "./whynot.js";
import {plain} from "./wording.js";

async function main() {
  const data = await Promise.all([...document.querySelectorAll("script[type='application/octet-stream']")].map((each) => unpack(each.textContent)));
  const runs = data.map((each) => new Run(each));
  const app = new App(runs);
  app.start(document.body);
  window.tilewhy = {app, runs, Run, ask, Story, checklists, whyNotIn, plain};
}

main().catch((problem) => {
  document.body.textContent = `This report cannot be shown: ${problem}. It needs a browser of 2023 or later.`;
  throw problem;
});
