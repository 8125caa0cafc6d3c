// Why a load stays in its loop, or leaves it: every reason that could speak against it, each met or not, read from the rules themselves.

/** For each loop that a load stands in: `{loop, reasons}` with `{reason, row, checked}`; `row` is there where the reason speaks against it. */
export function checklists(round, load) {
  if (!round?.relations.has("declined")) return [];
  const {model} = round;
  const declined = model.match("declined", [load, null, null]);
  const candidates = model.match("residency_candidate", [load, null]);
  const loops = [...new Set([...declined, ...candidates].map((row) => row[1]))];
  const all = reasonsOf(round, "declined", 2, new Set());
  return loops.map((loop) => {
    const against = declined.filter((row) => row[1] === loop);
    // Where a load was not considered at all, the reasons that come later were not looked at.
    const checked = candidates.some((row) => row[1] === loop) || model.match("considered", [load, null, loop]).length > 0;
    const reasons = [...new Set([...all, ...against.map((row) => row[2])])];
    return {loop, reasons: reasons.map((reason) => ({reason, row: against.find((row) => row[2] === reason) ?? null, checked}))};
  });
}

/** The constants that can stand in a column of a relation, in the order of the rules that write them. */
function reasonsOf(round, relation, column, seen) {
  if (seen.has(relation)) return [];
  seen.add(relation);
  const found = (round.byHead.get(relation) ?? []).flatMap((rule) => {
    const term = rule.head.terms[column];
    if (typeof term === "number") return [term];
    return rule.body
      .filter((item) => !item.op && item.positive && item.terms.includes(term))
      .flatMap((item) => reasonsOf(round, item.relation, item.terms.indexOf(term), seen));
  });
  return [...new Set(found)];
}
