// @ts-check
// The number of actions in each column of the timeline, and the stores that they changed.

/**
 * @param {import("./action-table.js").ActionTable} actions
 * @param {number} storeCount
 * @param {import("./source.js").DensityQuestion} question
 * @param {import("./source.js").Matches} [matches] Only these count.
 * @returns {import("./source.js").Density}
 */
export function densityOf(actions, storeCount, { axis, start, end, columns }, matches) {
  const units = axis === "time" ? actions.offsets : actions.steps;
  const indexBefore = axis === "time" ? actions.indexAtTime(start - 1) : actions.indexAtOrBefore(start - 1);
  const counts = new Uint32Array(columns);
  const changing = new Set(actions.storeSets.flat());
  const stores = Array.from({ length: storeCount }, (_, store) => (changing.has(store) ? new Uint8Array(columns) : null));
  const types = actions.frequentTypes.map((type) => ({ type, counts: new Uint32Array(columns) }));
  const countsOfType = new Map(types.map((entry) => [entry.type, entry.counts]));
  const visit = (index) => {
    const column = Math.min(Math.floor(((units[index] - start) / (end - start)) * columns), columns - 1);
    counts[column]++;
    const ofType = countsOfType.get(actions.types[index]);
    if (ofType) ofType[column]++;
    for (const store of actions.changedStores(index)) /** @type {Uint8Array} */ (stores[store])[column] = 1;
  };
  let before = matches ? matches.rank(indexBefore) : indexBefore + 1;
  for (let number = before; number < (matches?.count ?? actions.count); number++) {
    const index = matches ? matches.select(number) : number;
    if (units[index] > end) break;
    if (units[index] < start) before++;
    else visit(index);
  }
  return { axis, start, end, before, counts, stores, types, isDone: true };
}
