/**
 * Request ids: UUIDs of version 8 (RFC 9562, 5.8) made of a random prefix per process and a counter. They need not be
 * unguessable; random UUIDs cost 2 % of a response.
 */

/** Returns a generator of request ids that are unique across processes. */
export function createRequestIds(): () => string {
  const random = crypto.randomUUID()
  const process = `${random.slice(0, 14)}8${random.slice(15, 24)}`
  let count = 0
  return () => process + (++count).toString(16).padStart(12, '0')
}
