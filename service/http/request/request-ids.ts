/**
 * Names of requests: UUIDs of version 8 (RFC 9562, 5.8), random for each process and counted within it. They name and hide
 * nothing; random ones for each request were a fiftieth of what an answer costs.
 */

/** @returns the next name at each call, which no other process gives either */
export function createRequestIds(): () => string {
  const random = crypto.randomUUID()
  const process = `${random.slice(0, 14)}8${random.slice(15, 24)}`
  let count = 0
  return () => process + (++count).toString(16).padStart(12, '0')
}
