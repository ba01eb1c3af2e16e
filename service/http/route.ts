/** The rows of the route table; app.ts combines those of all surfaces. */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import type { RouteLimit } from '#service/shared/limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { HttpRequest } from './request/request.ts'
import type { HttpResponse } from './response/response.ts'

export type Route = {
  /** Its name in the metrics and the log. */
  readonly name: string
  /** GET responds to HEAD as well. */
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As the contract writes it: `{symbol}` is one segment. A `*` at the end matches the rest of the path. */
  readonly path: string
  /** Where the route is served: at the host names of one door, of any door, or at every host name. */
  readonly door: Door | 'any' | 'every-host'
  /** The limits that count its requests, in this order; responses report what remains of the first. */
  readonly limits: readonly RouteLimit[]
  /** A file that other pages may use: it gets no Content-Security-Policy that forbids everything. */
  readonly file?: true
  /** Returns the response; throws (or rejects with) a Problem for a refusal. */
  readonly handle: (request: HttpRequest) => MaybePromise<HttpResponse>
}
