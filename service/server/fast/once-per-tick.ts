/**
 * Caches a value for one turn of the event loop. Requests of one turn were sent before the turn began, and so
 * before any later change: no request misses a change made before it was sent.
 */
export function oncePerTick<Reading>(read: () => Reading): () => Reading {
  let known: { readonly reading: Reading } | undefined
  const forget = () => {
    known = undefined
  }
  return () => {
    if (!known) {
      known = { reading: read() }
      setImmediate(forget)
    }
    return known.reading
  }
}
