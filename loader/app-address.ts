/** Address of the app. Module state, because only the first copy of the loader on a page works. */

/** Address of the app's page; its origin is the service's. */
export let app: URL

export function setApp(address: URL): void {
  app = address
}
