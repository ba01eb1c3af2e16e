/** Delays requests until the mock service is ready. Must be imported before all other modules. */

const network = globalThis.fetch.bind(globalThis)
let isReleased = false
let resolveReleased: () => void
const released = new Promise<void>((resolve) => (resolveReleased = resolve))

globalThis.fetch = (...args) =>
  isReleased ? network(...args) : released.then(() => globalThis.fetch(...args))

/** Sends the delayed requests. Call it once the mock service intercepts them. */
export function releaseRequests(): void {
  isReleased = true
  resolveReleased()
}
