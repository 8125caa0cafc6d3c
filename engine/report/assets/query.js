// Conjunctive queries over the relations of a round: `space(T, mat), not target_memory(C, _), defines(C, T)`.
//
// A word that begins with a capital letter or `_` is a variable. Text in quotation marks, a number, or a word in small letters is a constant.

import {solutions, variables} from "./join.js";
import {termText} from "./wording.js";

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+)|([A-Za-z_][\w]*)|(!=|<=|>=|==|[=<>(),.]))/y;

/** What is wrong with a query, in words. */
export class BadQuery extends Error {}

/**
 * The answers to a query, in the round called `wanted` or the first that knows its relations: `{round, columns, answers, body, notes}` with
 * answers `{row, binding}` of places; `notes` say why there may be none.
 */
export function ask(run, text, wanted = "") {
  const parsed = parse(text);
  const round = roundFor(run, parsed, wanted);
  const body = parsed.map((item) => checked(round, item));
  const names = [...new Set(body.flatMap(variables))];
  const bound = new Set(body.filter((item) => item.positive).flatMap(variables));
  const loose = names.find((name) => !bound.has(name));
  if (loose) throw new BadQuery(`${loose} stands in no condition that could say what it is; use it in one that is neither a comparison nor under \`not\``);
  const columns = names.filter((name) => !name.startsWith("_"));
  const seen = new Map();
  for (const binding of solutions(round, body, {})) {
    const row = columns.map((name) => binding[name]);
    if (!seen.has(String(row))) seen.set(String(row), {row, binding});
  }
  const answers = [...seen.values()].sort((one, other) => byValue(round, one.row, other.row));
  return {round, columns, answers, body, notes: answers.length ? [] : body.flatMap((item) => missing(round, item))};
}

function byValue(round, one, other) {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : round.values.compare(one[place], other[place]);
}

/** For each constant that no row has in its column, what the column holds. */
function missing(round, item) {
  if (item.op || !item.positive) return [];
  const rows = round.model.rows(item.relation);
  if (!rows.length) return [`${item.relation} has no rows here`];
  return item.terms.flatMap((term, column) => {
    if (typeof term === "string" || rows.some((row) => row[column] === term)) return [];
    const word = String(round.values.at(term));
    const values = [...new Set(rows.map((row) => String(round.values.at(row[column]))))];
    const close = values.find((value) => value.endsWith(`.${word}`)) ?? nearest(word, values);
    return [`no row of ${item.relation} has ${word} as ${round.relations.get(item.relation).columns[column]}${close ? `; did you mean ${termText(close)}?` : ""}`];
  });
}

// ------------------------------------------------------------------------------------------------------------------ reading

/** The conditions of a query; constants are still words and numbers. */
export function parse(text) {
  const tokens = tokensOf(text);
  const items = [];
  while (tokens.length) {
    items.push(condition(tokens));
    const next = tokens.shift();
    if (next && !(next.sign === "," || (next.sign === "." && !tokens.length))) throw new BadQuery(`expected a comma, found ${next.shown}`);
  }
  if (!items.length) throw new BadQuery("nothing is asked");
  return items;
}

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim()) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new BadQuery(`cannot read ${JSON.stringify(text.slice(at).trim().slice(0, 12))}`);
    const [shown, quoted, number, word, sign] = match;
    tokens.push({shown: shown.trim(), quoted, number, word, sign});
  }
  return tokens;
}

function condition(tokens) {
  if (tokens[0].word === "not") {
    tokens.shift();
    return {...atom(tokens), positive: false};
  }
  if (tokens[0].word && tokens[1]?.sign === "(") return {...atom(tokens), positive: true};
  const left = term(tokens);
  const sign = tokens.shift();
  if (!/^(!=|<=|>=|==|[=<>])$/.test(sign?.sign ?? "")) throw new BadQuery(`expected ( or a comparison, found ${sign?.shown ?? "the end"}`);
  return {op: sign.sign === "==" ? "=" : sign.sign, left, right: term(tokens)};
}

function atom(tokens) {
  const name = tokens.shift();
  if (!name?.word || tokens.shift()?.sign !== "(") throw new BadQuery(`expected relation(...), found ${name?.shown ?? "the end"}`);
  const terms = [];
  if (tokens[0]?.sign === ")") tokens.shift();
  else {
    for (;;) {
      terms.push(term(tokens));
      const next = tokens.shift();
      if (next?.sign === ")") break;
      if (next?.sign !== ",") throw new BadQuery(`expected , or ) in ${name.word}(...), found ${next?.shown ?? "the end"}`);
    }
  }
  return {relation: name.word, terms};
}

function term(tokens) {
  const token = tokens.shift();
  if (token?.quoted) return {constant: JSON.parse(token.quoted)};
  if (token?.number) return {constant: Number(token.number)};
  if (token?.word) return /^[A-Z_]/.test(token.word) ? token.word : {constant: token.word};
  throw new BadQuery(`expected a variable or a constant, found ${token?.shown ?? "the end"}`);
}

// ------------------------------------------------------------------------------------------------------------------ checking

/** The round that has all relations of a query; where several have, the first, or the one that is `wanted` by name. */
function roundFor(run, items, wanted) {
  const asked = items.filter((item) => item.relation).map((item) => item.relation);
  const rounds = run.rounds.filter((round) => !wanted || round.name === wanted);
  const fitting = rounds.find((round) => asked.every((relation) => round.relations.has(relation)));
  if (fitting) return fitting;
  const unknown = asked.find((relation) => !run.rounds.some((round) => round.relations.has(relation)));
  if (unknown) throw new BadQuery(`there is no relation ${unknown}${didYouMean(unknown, run)}`);
  const missing = wanted && asked.find((relation) => !rounds[0]?.relations.has(relation));
  if (missing) throw new BadQuery(`${wanted} knows no relation ${missing}`);
  throw new BadQuery(`${asked.join(", ")} belong to different rounds, so no condition can speak of all of them`);
}

function checked(round, item) {
  const place = (each) => (typeof each === "string" ? each : round.values.intern(each.constant));
  if (item.op) return {...item, left: place(item.left), right: place(item.right)};
  const {columns} = round.relations.get(item.relation);
  if (columns.length !== item.terms.length) {
    throw new BadQuery(`${item.relation} has the columns ${columns.join(", ")}, so ${columns.length} and not ${item.terms.length}`);
  }
  return {...item, terms: item.terms.map(place)};
}

function didYouMean(name, run) {
  const close = nearest(name, run.rounds.flatMap((round) => [...round.relations.keys()]));
  return close ? `; did you mean ${close}?` : "";
}

function nearest(name, known) {
  const near = known.slice(0, 5000).map((each) => [distance(name, each), each]).sort((one, other) => one[0] - other[0])[0];
  return near && near[0] <= Math.max(2, name.length / 3) ? near[1] : null;
}

/** How many letters must be changed, put in or taken out to make one word of another. */
function distance(one, other) {
  let row = Array.from({length: other.length + 1}, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] !== other[j - 1])));
    }
    row = next;
  }
  return row[other.length];
}
