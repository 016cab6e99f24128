// @ts-check
// Where the page's data come from: the file itself, or a server.
//
// A source answers at once from what it has. Otherwise it answers `pending`, fetches what is missing, and calls the
// listener of `onArrival`: then the page draws itself again, and asks again. So no view waits, and none draws what is
// out of date. The file has all its data, and answers `pending` only while the page opens.

/** The answer is not there yet. */
export const pending = Symbol("pending");

/** @template T @typedef {T | typeof pending} Answer */

/**
 * An action, as both sources give it.
 * @typedef {object} Action
 * @property {number} step
 * @property {number} offset Nanoseconds since the recording began.
 * @property {number} type The index in `facts.types`.
 * @property {number} cause The step of the action that dispatched it; 0 if there is none.
 * @property {number[]} changedStores Indexes in `facts.stores`.
 * @property {number} duration Nanoseconds.
 * @property {boolean} isHandled
 * @property {boolean} isDurationLowerBound
 * @property {boolean} isPayloadLeftOut Whether the payload is too large for a list.
 * @property {string} payloadText JSON.
 */

/**
 * The actions in order. Indexes count from 0; which step has which index is always known.
 * @typedef {object} Actions
 * @property {number} count
 * @property {(index: number) => number} stepOf
 * @property {(step: number) => number} indexAtOrBefore The index of the last action up to a step; -1 if there is none.
 * @property {(step: number) => number} indexOf The index of a step's action; -1 if it has none.
 * @property {(index: number) => Answer<Action>} at
 * @property {(index: number) => number} timeOf An action's offset; an estimate as long as the action is pending.
 * @property {(offset: number) => number} indexAtTime The index of the last action up to a time; -1 if there is none.
 */

/**
 * The states of some steps.
 * @typedef {object} StateSource
 * @property {(step: number) => Answer<boolean>} has
 * @property {(step: number) => Answer<any>} at The state; undefined if the step has none. Valid until the next call.
 * @property {(step: number) => Answer<import("./patch.js").Change[] | undefined>} changes
 */

/**
 * A filter of actions. All that is there must match.
 * @typedef {object} Filter
 * @property {string} [text] In the type or the payload.
 * @property {number[]} [types]
 * @property {number} [store] -1 for actions that changed no store.
 * @property {string} [path] Only actions that changed the value there.
 * @property {Set<number>} [steps] The same, where they are known.
 */

/**
 * The actions that match a filter. A search goes on while it is shown; `count` grows.
 * @typedef {object} Matches
 * @property {number} count
 * @property {boolean} isDone
 * @property {number} [progress] The share of the log that was searched, from 0 to 1.
 * @property {(number: number) => number} select The index of the action of a match.
 * @property {(index: number) => number} rank The number of matches up to an action, including it.
 */

/**
 * The number of actions in each column of the timeline.
 * @typedef {object} Density
 * @property {"time" | "steps"} axis
 * @property {number} start
 * @property {number} end
 * @property {number} before The number of actions before `start`.
 * @property {ArrayLike<number>} counts
 * @property {(ArrayLike<number> | null)[]} stores For each store, whether a column has an action that changed it.
 * @property {{type: number, counts: ArrayLike<number>}[]} types The most frequent types of the whole log, at most six.
 * @property {boolean} isDone
 */

/**
 * What the timeline asks for.
 * @typedef {object} DensityQuestion
 * @property {"time" | "steps"} axis
 * @property {number} start
 * @property {number} end
 * @property {number} columns
 * @property {Filter} [filter]
 */

/**
 * The causes and effects of an action.
 * @typedef {object} Relatives
 * @property {Action[]} causes The nearest ones, the nearest last.
 * @property {number} causeCount
 * @property {Action | undefined} firstCause
 * @property {{action: Action, depth: number}[]} effects
 */

/**
 * The changes of a value, which arrive one after the other.
 * @typedef {object} ReadHistory
 * @property {string[]} tokens
 * @property {{step: number, old: any, new: any, tokens: string[], leaf?: import("./history.js").Leaf}[]} changes
 * @property {{step: number, value: any}[]} points
 * @property {{step: number, tokens: string[]} | undefined} removal
 * @property {(tokens: string[], step: number) => boolean} isAt
 * @property {boolean} isDone
 * @property {number} progress From 0 to 1.
 */

/**
 * A picture: an SVG document, a PNG file as base64, or the size of one that is left out. Empty where the app has none.
 * @typedef {{svg?: string, png?: string, bytes?: number}} Picture
 */

/**
 * What the app shows at a step.
 * @typedef {{text?: string, picture?: Picture}} View
 */

/**
 * @typedef {object} Source
 * @property {any} facts What `PageMeta` has.
 * @property {boolean} isLive Whether more actions may come.
 * @property {boolean} isRead Whether the index of each action is known.
 * @property {Actions} actions
 * @property {StateSource} states
 * @property {StateSource} baseStates For comparisons with a distant step.
 * @property {(listener: () => void) => void} onArrival Something that was pending is there.
 * @property {(listener: () => void) => void} onGrowth There are more actions.
 * @property {() => void} start
 * @property {(step: number) => Answer<View>} view
 * @property {(question: DensityQuestion) => Answer<Density>} density
 * @property {(filter: Filter) => Matches} find
 * @property {() => Answer<number[]>} typeCounts The number of actions of each type.
 * @property {(index: number, limit: number) => Answer<Relatives>} relatives
 * @property {(step: number) => Answer<{store: string, place: string}[]>} [handlers] Where an action's handlers are.
 * @property {(expressions: string[], step: number) => Answer<string[]>} [values] The values of expressions.
 * @property {(action: Action) => void} [fetchWhole] Fetches a payload that was left out.
 * @property {any} [search]
 * @property {(tokens: string[], step: number, isWanted: (history: ReadHistory) => boolean) => ReadHistory | undefined} history
 */
