// What differs between two runs, tile by tile: the memory, the moves, what left its loop, and why the rest did not.

/** Each tile of either run that differs: `{ident, now, was, differences}`; `now` and `was` are null where a run has no such tile. */
export function changes(run, other) {
  const [now, was] = [decisions(run), decisions(other)];
  const idents = [...new Set([...now.keys(), ...was.keys()])];
  return idents.flatMap((ident) => {
    const [here, there] = [now.get(ident) ?? null, was.get(ident) ?? null];
    const differences = here && there ? Object.keys(here).filter((name) => here[name] !== there[name]) : [here ? "new" : "gone"];
    return differences.length ? [{ident, now: here, was: there, differences}] : [];
  });
}

/** What was decided of each tile, in words that do not depend on the run. */
function decisions(run) {
  const {placement, residency, values} = run;
  const word = (place) => String(values.at(place));
  const found = new Map(placement.model.rows("tile").map(([tile]) => [word(tile), {space: "", moves: "", loop: ""}]));
  const add = (round, relation, name, text) => {
    for (const row of round?.model.rows(relation) ?? []) {
      const each = found.get(word(row[0]));
      if (each) each[name] = [...new Set([...each[name].split(" ").filter(Boolean), text(row)])].sort().join(" ");
    }
  };
  add(placement, "space", "space", (row) => word(row[1]));
  add(placement, "moved", "moves", (row) => word(row[1]));
  add(residency, "preheader", "loop", () => "hoisted");
  add(residency, "declined", "loop", (row) => word(row[2]));
  return found;
}
