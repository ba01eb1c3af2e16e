/**
 * Caches a value for one event-loop tick. All requests of a tick were sent before the tick began, so no request
 * misses a change that was made before it was sent.
 */
export function oncePerTick<Value>(read: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined
  const clear = () => {
    cached = undefined
  }
  return () => {
    if (!cached) {
      cached = { value: read() }
      setImmediate(clear)
    }
    return cached.value
  }
}
