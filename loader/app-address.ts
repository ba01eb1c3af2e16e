/** Where the app is: one place for a whole page, because only the first copy of the loader works. */

/** Address of the app's page; its origin is the service's. */
export let app: URL

export function setApp(address: URL): void {
  app = address
}
