/**
 * Rate limit as a token bucket: allows `capacity` calls at once, and one more for each `refillMs` milliseconds.
 *
 * @returns takes one token; false if there is none
 */
export function makeTokenBucket(capacity: number, refillMs: number): () => boolean {
  let tokens = capacity
  let updatedAt = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(capacity, tokens + (now - updatedAt) / refillMs)
    updatedAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
