// The causes and effects of actions.

export class Causes {
  constructor(actions) {
    this.actions = actions;
    // For each action, the number of its causes, and the first of them.
    this.counts = new Uint32Array(actions.count);
    this.firstCauses = new Int32Array(actions.count).fill(-1);
    for (let i = 0; i < actions.count; i++) this.count(i);
    // The effects of each action as a linked list: its first effect, and the next effect of the same cause.
    this.firstEffect = new Int32Array(actions.count).fill(-1);
    this.nextEffect = new Int32Array(actions.count).fill(-1);
    for (let i = actions.count - 1; i >= 0; i--) this.link(i);
  }

  // A cause comes before its effects, so it is already counted.
  count(index) {
    const cause = this.causeOf(index);
    if (cause < 0) return;
    this.counts[index] = this.counts[cause] + 1;
    this.firstCauses[index] = this.counts[cause] > 0 ? this.firstCauses[cause] : cause;
  }

  link(index) {
    const cause = this.causeOf(index);
    if (cause < 0) return;
    this.nextEffect[index] = this.firstEffect[cause];
    this.firstEffect[cause] = index;
  }

  // The index of the action that dispatched this one; -1 if there is none, or if the page leaves it out.
  causeOf(index) {
    const step = this.actions.causes[index];
    // An action comes after its cause. Without this check, damaged data could loop forever.
    return step > 0 && step < this.actions.steps[index] ? this.actions.indexOf(step) : -1;
  }

  // The causes of an action, the nearest one last; at most the nearest `limit`.
  chain(index, limit) {
    const chain = [];
    for (let i = this.causeOf(index); i >= 0 && chain.length < limit; i = this.causeOf(i)) chain.push(i);
    return chain.reverse();
  }

  // The effects of an action, direct or not, as {index, depth}; at most `limit`.
  effects(index, limit) {
    const effects = [];
    const open = [{ index: this.firstEffect[index], depth: 0 }];
    while (open.length > 0 && effects.length < limit) {
      const next = open.pop();
      if (next.index < 0) continue;
      effects.push(next);
      open.push({ index: this.nextEffect[next.index], depth: next.depth });
      open.push({ index: this.firstEffect[next.index], depth: next.depth + 1 });
    }
    return effects;
  }
}
