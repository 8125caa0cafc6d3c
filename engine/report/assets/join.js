// Conditions over a finished model: every way to make them true. Counterpart of engine/join.py.
//
// A condition is {relation, terms, positive} or {op, left, right}; a term is the name of a variable or the place of a value. A binding
// maps names to places.

const LAST = Number.MAX_SAFE_INTEGER;

/** Each binding that extends `binding` and makes all of `body` true. */
export function solutions(round, body, binding) {
  return search(round, plan(round, body, binding)[0], binding);
}

/** `body` in an order that is cheap to look up, and whether some row led through all of it. */
export function plan(round, body, binding) {
  let followed = binding;
  let reached = true;
  const waiting = [...body];
  const ordered = [];
  while (waiting.length) {
    const costs = waiting.map((condition) => cost(round, condition, followed));
    const [chosen] = waiting.splice(costs.indexOf(Math.min(...costs)), 1);
    ordered.push(chosen);
    const next = search(round, [chosen], followed).next();
    if (next.done) {
      reached = false;
      followed = {...Object.fromEntries(variables(chosen).map((name) => [name, -1])), ...followed};
    } else {
      followed = next.value;
    }
  }
  return [ordered, reached];
}

/** `solutions` of a body that `plan` has put in order. */
export function* search(round, planned, binding, place = 0) {
  if (place === planned.length) {
    yield binding;
    return;
  }
  const condition = planned[place];
  if (condition.op) {
    const extended = compared(round, condition, binding);
    if (extended) yield* search(round, planned, extended, place + 1);
  } else if (!condition.positive) {
    if (!found(round, condition, binding)) yield* search(round, planned, binding, place + 1);
  } else {
    for (const row of matches(round, condition, binding)) {
      const extended = unify(condition, row, binding);
      if (extended) yield* search(round, planned, extended, place + 1);
    }
  }
}

/** The variables of a condition, in order of appearance; `_` is none. */
export function variables(condition) {
  const terms = condition.op ? [condition.left, condition.right] : condition.terms;
  return [...new Set(terms.filter((term) => typeof term === "string" && term !== "_"))];
}

/** The row of an atom under a binding; null where a variable is not bound. */
export function ground(atom, binding) {
  return atom.terms.map((term) => value(term, binding));
}

/** `binding` extended so that `atom` is `row`, or null. A null in `row` agrees with anything. */
export function unify(atom, row, binding) {
  if (atom.terms.length !== row.length) return null;
  const extended = {...binding};
  for (let column = 0; column < row.length; column++) {
    const [term, given] = [atom.terms[column], row[column]];
    if (given === null) continue;
    if (typeof term === "number") {
      if (term !== given) return null;
    } else if (term !== "_") {
      if ((extended[term] ??= given) !== given) return null;
    }
  }
  return extended;
}

/** Does the comparison hold? Numbers come before words, as in clingo. */
export function compare(round, left, op, right) {
  const order = round.values.compare(left, right);
  return {"=": order === 0, "!=": order !== 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op];
}

/** Whether some row makes a condition true; variables that are not bound stand for anything. */
export function isTrue(round, condition, binding) {
  if (!condition.op) return found(round, condition, binding) === condition.positive;
  const [left, right] = [value(condition.left, binding), value(condition.right, binding)];
  return left === null || right === null || compare(round, left, condition.op, right);
}

/** Whether some row is `atom` under `binding`. */
export function found(round, atom, binding) {
  return matches(round, atom, binding).some((row) => unify(atom, row, binding));
}

/** The rows that `atom` can be under `binding`, disregarding variables that occur twice in it. */
export function matches(round, atom, binding) {
  return round.model.match(atom.relation, ground(atom, binding));
}

/** What a term stands for, null where that is not known yet. */
export function value(term, binding) {
  return typeof term === "string" ? (binding[term] ?? null) : term;
}

function cost(round, condition, known) {
  const loose = variables(condition).filter((name) => known[name] === undefined);
  if (condition.op) return !loose.length || (condition.op === "=" && loose.length === 1) ? 0 : LAST;
  if (!condition.positive) return loose.length ? LAST : 0;
  return 1 + matches(round, condition, known).length;
}

function compared(round, condition, binding) {
  const [left, right] = [value(condition.left, binding), value(condition.right, binding)];
  if (left !== null && right !== null) return compare(round, left, condition.op, right) ? binding : null;
  if (condition.op !== "=") return null;
  const [name, known] = left === null ? [condition.left, right] : [condition.right, left];
  return known === null ? null : name === "_" ? binding : {...binding, [name]: known};
}
