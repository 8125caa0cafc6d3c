// Atoms and rules in words. Counterpart of engine/wording.py: what they say stands in the rule files, only the values are worded here.
//
// A sentence is a list of parts: plain text, {text, ident, run} for a thing of
// the kernel that a reader may want to go to, or {text, space} for a memory.

const NUMBERED = ["Index", "Slot"];
const CALLERS = ["Op", "Call", "Consumer"];

export class Wording {
  /** Words for one round; names of the function `here` (a word) are told without their function. */
  constructor(round, here = "") {
    this.round = round;
    this.here = here;
  }

  /** What a node says: the sentence of its rule, the fact, or what is missing. */
  node(node) {
    if (node.kind === "absent") return this.absence(node.relation, node.row);
    if (node.kind === "derived") {
      if (node.rule.says[0]) return this.fill(node.rule.says, node.binding);
      const told = node.because.flatMap((child, place) => [...(place ? [", and "] : []), ...this.conclusion(child)]);
      if (told.length) return told;
    }
    return this.atom(node.relation, node.row);
  }

  /** What a node proves, whatever proves it. */
  conclusion(node) {
    return node.kind === "absent" ? this.absence(node.relation, node.row) : this.atom(node.relation, node.row);
  }

  /** What a row of a relation says; null in it is told as `any ...`. */
  atom(relation, row) {
    const declared = this.round.relations.get(relation);
    if (!declared?.means[0] || row.length !== declared.columns.length) return [this.atomText(relation, row)];
    return this.fill(declared.means, columnsOf(declared, row));
  }

  /** What it says that there is no such row. */
  absence(relation, row) {
    const declared = this.round.relations.get(relation);
    if (!declared?.lacks[0] || row.length !== declared.columns.length) return ["nothing says that ", ...this.atom(relation, row)];
    return this.fill(declared.lacks, columnsOf(declared, row));
  }

  fill([sentence, names], binding) {
    const texts = sentence.split("%");
    const parts = texts.flatMap((text, place) => (place < names.length ? [text, this.value(names[place], binding[names[place]] ?? null, binding)] : [text]));
    return parts.filter((part) => part !== "");
  }

  /** The value of the variable `name` in words; the other variables may tell what a number counts. */
  value(name, place, binding) {
    if (place === null) return name ? `any ${name.toLowerCase()}` : "anything";
    const value = this.round.values.at(place);
    if (typeof value === "number") return NUMBERED.includes(name) ? this.operand(value, binding) : String(value);
    const entity = this.round.entities.get(place);
    const space = this.round.run.spaceOf.get(place);
    if (space && (!entity || name !== "Function")) return {text: space.name, space};
    if (entity) return {text: this.entity(entity), ident: place, run: this.round.run};
    return name === "Reason" ? value.replaceAll("_", " ") : value;
  }

  /** The name of a thing of the kernel. */
  entity(entity) {
    if (entity.anonymous || !this.here || entity.function === this.here) return entity.word;
    return `${entity.function}.${entity.word}`;
  }

  /** An atom as a query would write it. */
  atomText(relation, row) {
    return row.length ? `${relation}(${row.map((place) => (place === null ? "_" : termText(this.round.values.at(place)))).join(", ")})` : `${relation}()`;
  }

  /** The name of operand `index` of the op that the other variables speak of. */
  operand(index, binding) {
    for (const name of CALLERS) {
      const place = binding[name] ?? null;
      if (place === null) continue;
      const names = this.round.operands.get(this.round.entities.get(place)?.op ?? place);
      if (names && index < names.length) return names[index];
    }
    return `number ${index}`;
  }
}

/** A constant as it stands in a rule or a query. */
export function termText(value) {
  return typeof value === "number" || /^[a-z][A-Za-z0-9_]*$/.test(value) ? String(value) : JSON.stringify(value);
}

/** The plain text of a sentence. */
export function plain(parts) {
  return parts.map((part) => part.text ?? part).join("");
}

function columnsOf(declared, row) {
  return Object.fromEntries(declared.columns.map((column, place) => [column, row[place]]));
}
