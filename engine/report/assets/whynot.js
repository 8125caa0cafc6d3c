// Why a tile is not in a memory, as lines. Counterpart of engine/why_not.py and engine/why_not_asked.py; edits that would change the
// answer have to be run, which `tilewhy why-not` does.

import {nearMisses} from "./near.js";
import {atomOf} from "./ways.js";
import {plain, termText} from "./wording.js";

/** The lines that say why `tile` is not in the memory whose constant has the place `space`. */
export function whyNotIn(round, tile, space, teller) {
  return missLines(ranked(nearMisses(round, "space", [tile, space]), round, rulesThatPlaced(round, tile)), teller);
}

/** The names of the rules that placed a tile where it is. */
function rulesThatPlaced(round, tile) {
  const atoms = round.model.match("holds", [tile, null]).map((row) => atomOf("holds", row));
  return new Set(atoms.flatMap((atom) => round.explainer.ways.of(atom).map((way) => way.rule.name)));
}

/**
 * Misses of equal distance in the order in which an author can do something about them: first the rule that placed the tile where it is, then
 * what the kernel says, then what rules derive, then op specs.
 */
function ranked(misses, round, fired) {
  const source = ({condition}) => {
    const wanted = condition.op ? null : round.relations.get(condition.relation);
    return !wanted?.given ? 1 : wanted.at === "Op" ? 2 : 0;
  };
  const rank = (miss) => [miss.open, Number(!fired.has(miss.rule.name)), source(miss), -miss.met];
  const compare = (one, other) => one.map((each, place) => each - other[place]).find((difference) => difference) ?? 0;
  return [...misses].sort((one, other) => compare(rank(one), rank(other))).map((miss) => ({...miss, missing: ranked(miss.missing, round, fired)}));
}

/** Misses as lines: those of rules of which something holds, each sentence once, and how many others there are. */
export function missLines(misses, teller) {
  const some = misses.filter((miss) => miss.met || miss.rule.body.length === 1);
  const near = some.length ? some : misses;
  if (near.length === 1) return linesOf(near[0], teller);
  const told = new Map();
  for (const each of near.flatMap((miss) => linesOf(miss, teller))) {
    const text = plain(each.parts);
    if (!told.has(text)) told.set(text, each);
  }
  const lines = [...told.values()].slice(0, teller.places.round.run.telling.misses.shown);
  const rest = misses.length - lines.length;
  return rest < 1 ? lines : [...lines, line([`and ${rest} rule${rest === 1 ? " that is" : "s that are"} further away`])];
}

/** The line of one miss; of a rule that adds nothing, those below it. */
function linesOf(miss, teller) {
  const {condition, there, rule, row} = miss;
  const {wording, places} = teller;
  if (there) return [line(wording.conclusion(there), places.atom(there.relation, there.row), teller.steps(there), rule)];
  if (condition.op) return [line([...comparison(miss, wording), " does not hold"], null, [], rule)];
  const below = missLines(miss.missing, teller);
  if (rule.voice === "quiet" && below.length) return below;
  return [line(wording.absence(condition.relation, row), places.atom(condition.relation, row), below, rule)];
}

/** A comparison with its variables filled in. */
function comparison({condition: {left, op, right}, binding}, wording) {
  const word = (term) => {
    if (typeof term === "number") return termText(wording.round.values.at(term));
    return binding[term] === undefined ? term : wording.value(term, binding[term], binding);
  };
  return [word(left), ` ${op} `, word(right)];
}

function line(parts, place = null, because = [], rule = null) {
  return {parts, places: place ? [place] : [], because, rule, node: null};
}
