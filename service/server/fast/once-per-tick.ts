/**
 * A reading that all requests of one turn of the event loop share. What was ready to be read when the turn began was sent
 * before that, and so before whatever has changed since: no request misses a change that was made before it was sent.
 */
export function oncePerTurn<Reading>(read: () => Reading): () => Reading {
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
