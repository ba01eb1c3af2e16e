/** Imported first: requests made before the mock service is ready wait for it. */

const network = globalThis.fetch.bind(globalThis)
let isOpen = false
let open: () => void
const opened = new Promise<void>((done) => (open = done))

globalThis.fetch = (...asked) => (isOpen ? network(...asked) : opened.then(() => globalThis.fetch(...asked)))

/** Lets go, once the made-up service stands in front of the network. */
export function releaseRequests(): void {
  isOpen = true
  open()
}
