/** What is at hand is given at once; what has to be asked for or made comes later. A promise for each request has its price. */
export type Soon<Value> = Value | Promise<Value>

/** What `next` makes of it: at once where it is at hand. */
export const andThen = <Value, Next>(soon: Soon<Value>, next: (value: Value) => Soon<Next>): Soon<Next> =>
  soon instanceof Promise ? soon.then(next) : next(soon)
