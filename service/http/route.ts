/** A row of the route table. app.ts combines the routes of all modules. */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import type { RouteLimit } from '#service/shared/rate-limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { HttpRequest } from './request/request.ts'
import type { HttpResponse } from './response/response.ts'

export type Route = {
  /** Name in the metrics and the log. */
  readonly name: string
  /** GET responds to HEAD as well. */
  readonly method: 'GET' | 'POST' | 'DELETE'
  /**
   * Path pattern: `{symbol}` matches one segment, a `*` at the end matches the rest of the path.
   */
  readonly path: string
  /** Host names that serve the route: those of one door, those of any door, or all. */
  readonly door: Door | 'any' | 'every-host'
  /**
   * Rate limits that apply, in this order. Responses report the remaining requests of the first.
   */
  readonly limits: readonly RouteLimit[]
  /**
   * Marks the route of a file that other pages may use. Its response has no restrictive
   * Content-Security-Policy.
   */
  readonly isPublicFile?: true
  /** Returns the response. Throws, or rejects with, a Problem for a refusal. */
  readonly handle: (request: HttpRequest) => MaybePromise<HttpResponse>
}
