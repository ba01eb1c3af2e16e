/**
 * A value that is available now or later. Most requests are served from memory, and a promise for each of
 * them would cost measurable time.
 */
export type MaybePromise<Value> = Value | Promise<Value>

/** Applies `next` to the value, synchronously if it is available. */
export const thenOrNow = <Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> => (value instanceof Promise ? value.then(next) : next(value))
