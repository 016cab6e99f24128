// @ts-check
// The marks between the actions: notes of the app, gaps, divergences, traps and others.

export const markTitles = {
  note: "Note",
  gap: "Gap",
  divergence: "Divergence",
  trap: "Trap",
  warning: "Warning",
  failure: "Failure",
};

// In the order of their steps. Each follows the action of its step.
export function marksOf({ notes, gaps, marks, failure }) {
  const all = [
    ...notes.map(({ step, offset, text }) => ({ kind: "note", step, offset, text })),
    ...gaps.map(({ first, last, text }) => ({ kind: "gap", step: first, last, text })),
    ...marks,
  ];
  if (failure) all.push({ kind: "failure", step: failure.step, text: failure.text });
  return all.sort((one, other) => one.step - other.step);
}
