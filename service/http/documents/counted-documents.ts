/** Limits the requests of one address for the documentation and the description of the API, which need no credential. */
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { Route } from '#service/http/route.ts'

/** Returns the route, which counts its requests by address before it responds. */
export const countedDocument = (route: Omit<Route, 'limits'>): Route => ({
  ...route,
  limits: ['documentAddress'],
  handle: (request) =>
    thenOrNow(request.onIdentified({ kind: 'address', address: request.address }), () =>
      route.handle(request),
    ),
})
