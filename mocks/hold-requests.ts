/** Imported first: delays requests until the mock service is ready. */

const network = globalThis.fetch.bind(globalThis)
let isOpen = false
let open: () => void
const opened = new Promise<void>((resolve) => (open = resolve))

globalThis.fetch = (...args) => (isOpen ? network(...args) : opened.then(() => globalThis.fetch(...args)))

/** Sends the delayed requests. Call it once the mock service intercepts them. */
export function releaseRequests(): void {
  isOpen = true
  open()
}
