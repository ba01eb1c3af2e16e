/**
 * Handles every request, including those for static files: request id, doors of the host, route, metrics, problems for
 * errors, logs and security headers. Independent of the transport.
 */
import { instanceHeader } from '#contract/api/first-paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Access } from '#service/access/access.ts'
import { accountOf } from '#service/access/caller-identity.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import { requestLimits } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { AccessLog } from './access-log.ts'
import { createFailureLog } from './failure-log.ts'
import { problemOf, problemResponse } from './problems/problem-response.ts'
import { cookieRemoval } from './request/cookies.ts'
import { assertShortQuery } from './request/read-request.ts'
import type { HttpRequest, RequestHead } from './request/request.ts'
import { createRequestIds } from './request/request-ids.ts'
import { traceIdOf } from './request/trace-context.ts'
import type { HeaderList, HttpResponse } from './response/response.ts'
import { completeHeaders, securityHeaders } from './response/security-headers.ts'
import { createRouteMatcher } from './route-matcher.ts'
import type { RouteMatch } from './route-matcher.ts'
import type { Route } from './route.ts'

export type RequestHandlerParts = {
  readonly access: Pick<Access, 'doorsAt' | 'takeLimits'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly log: Log
  readonly metrics: Pick<Metrics, 'request'>
  /** Called for every response; absent if disabled. */
  readonly accessLog?: AccessLog | undefined
}

export type RequestHandler = {
  /** Responds to a request. Never throws or rejects. */
  readonly respond: (request: HttpRequest) => MaybePromise<HttpResponse>
  /** Starts an upgrade, which has no route and no body. */
  readonly upgrade: (head: RequestHead) => Upgrade
  /**
   * Responds without a body to input that no route handles. `head` is the readable part of the request.
   */
  readonly refused: (status: number, head?: RequestHead) => HttpResponse
}

/** An upgrade in progress. Its response is counted and logged once. */
export type Upgrade = {
  /** Id in the response and in the log. */
  readonly requestId: string
  /** Set when the caller is known, for the log. */
  caller: CallerIdentity | undefined
  /**
   * Records the response 101 and returns the headers that every response has.
   *
   * @param route Name in the metrics and the log.
   */
  readonly accepted: (route: string) => HeaderList
  /** Records and logs a refusal or failure, and returns the headers. */
  readonly refused: (status: number, route: string, reason?: RefusalReason) => HeaderList
}

/** Reason for refusing an upgrade. */
export type RefusalReason = {
  /** Undefined if the request was malformed. */
  readonly problem?: Problem | undefined
  /** The error that caused the problem, if any. */
  readonly cause?: unknown
}

/** Data of a response for the metrics and the access log. */
type Outcome = Pick<HttpRequest, 'requestId' | 'startedAt' | 'routeName' | 'caller' | 'problem'>

/** RFC 9110, 15.5.15. */
const uriTooLong = 414

/** Head of a request that Node's parser has rejected. */
const emptyHead: RequestHead = { method: '', headers: { get: () => null }, address: undefined }

/** Creates the handler. The first matching row of `routes` responds. */
export function createRequestHandler(parts: RequestHandlerParts, routes: readonly Route[]): RequestHandler {
  const { access, elapsed, log, metrics, accessLog } = parts
  const nextId = createRequestIds()
  const failures = createFailureLog(log, elapsed)
  const findRoutes = createRouteMatcher(routes)

  const record = (head: RequestHead, outcome: Outcome, status: number, bodyLength: number) => {
    const seconds = Math.max(0, elapsed() - outcome.startedAt) / 1000
    metrics.request(outcome.routeName, status, seconds)
    if (!accessLog) return
    const { method, headers, address } = head
    const { routeName: route, requestId, caller, problem } = outcome
    const bytes = method === 'HEAD' ? 0 : bodyLength
    const account = accountOf(caller)?.account
    accessLog({
      method,
      headers,
      address,
      route,
      status,
      seconds,
      bytes,
      requestId,
      code: problem?.code,
      account,
    })
  }
  const finish = (request: HttpRequest, route: Route, response: HttpResponse): HttpResponse => {
    const { status, headers, body, ownHeaders = [] } = response
    record(request, request, status, body?.byteLength ?? 0)
    const complete = completeHeaders(headers, route.file === true && status < 400)
    return { status, headers: complete.concat(ownHeaders, ['X-Request-Id', request.requestId]), body }
  }
  const refuse = (request: HttpRequest, { routes: pathRoutes }: RouteMatch, error: unknown): HttpResponse => {
    const { requestId, caller, routeName: route, headers } = request
    const problem = (request.problem = problemOf(error))
    if (problem.status >= 500) {
      const traceId = traceIdOf(headers.get('traceparent'))
      failures.requestFailed({ requestId, traceId, route, status: problem.status, caller, problem })
    }
    const extra = problem.code === 'method-refused' ? { Allow: allowedMethods(pathRoutes) } : {}
    const response = problemResponse(problem, requestId, extra)
    record(request, request, response.status, response.body?.byteLength ?? 0)
    const isOver = problem.code === 'session-ended'
    const removal = isOver && cookieRemoval(headers.get('cookie'), headers.get(instanceHeader))
    return {
      ...response,
      headers: [
        ...response.headers,
        ...(removal ? ['Set-Cookie', removal] : []),
        ...securityHeaders,
        'X-Request-Id',
        requestId,
      ],
    }
  }
  const refused = (status: number, head: RequestHead = emptyHead): HttpResponse => {
    const outcome = newOutcome()
    record(head, outcome, status, 0)
    return { status, headers: [...bareHeaders(outcome.requestId), 'Content-Length', '0'], body: null }
  }
  const newOutcome = (): Outcome => ({
    requestId: nextId(),
    startedAt: elapsed(),
    routeName: 'none',
    caller: undefined,
    problem: undefined,
  })

  return {
    refused,
    respond(request) {
      const { url } = request
      if (url.pathname.length > requestLimits.pathLength) return refused(uriTooLong, request)
      request.startedAt = elapsed()
      request.requestId = nextId()
      request.doors = access.doorsAt(url)
      const match = findRoutes(url.pathname)
      request.parameters = match.parameters
      try {
        const route = routeFor(request, match.routes)
        request.identified = (caller) => {
          request.caller = caller
          return access.takeLimits(route.limits, caller)
        }
        const response = route.handle(request)
        if (!(response instanceof Promise)) return finish(request, route, response)
        return response.then(
          (value) => finish(request, route, value),
          (error: unknown) => refuse(request, match, error),
        )
      } catch (error) {
        return refuse(request, match, error)
      }
    },
    upgrade(head) {
      const outcome = newOutcome()
      const { requestId } = outcome
      return {
        requestId,
        caller: undefined,
        accepted(routeName) {
          record(head, { ...outcome, routeName, caller: this.caller }, 101, 0)
          return bareHeaders(requestId)
        },
        refused(status, route, { problem, cause } = {}) {
          const { caller } = this
          record(head, { ...outcome, routeName: route, caller, problem }, status, 0)
          const traceId = traceIdOf(head.headers.get('traceparent'))
          failures.upgradeRefused({ requestId, traceId, route, status, caller, problem, cause })
          return bareHeaders(requestId)
        },
      }
    },
  }
}

/** Headers of a response that no route creates. */
const bareHeaders = (requestId: string): HeaderList => [
  ...securityHeaders,
  'Cache-Control',
  'no-store',
  'X-Request-Id',
  requestId,
]

/**
 * Returns the route for the method of the request and sets the route name for metrics and logs. A host name without a
 * door has only the operational routes, which load balancers request by IP address.
 *
 * @throws Problem `host-unknown`, `malformed-parameter`, `route-unknown` or `method-refused`
 */
function routeFor(request: HttpRequest, pathRoutes: readonly Route[]): Route {
  const { doors, method, url } = request
  const isKnownHost = doors.size > 0 || pathRoutes.some(({ door }) => door === 'every-host')
  if (isKnownHost) request.routeName = pathRoutes[0]?.name ?? 'none'
  assertShortQuery(url.search)
  if (!isKnownHost) throw new Problem('host-unknown')
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const route = pathRoutes.find((row) => row.method === routeMethod)
  if (!route) {
    if (pathRoutes.length === 0) throw new Problem('route-unknown')
    throw new Problem('method-refused', {
      detail: `Use ${pathRoutes.map((row) => row.method).join(' or ')}.`,
    })
  }
  if (route.door !== 'any' && route.door !== 'every-host' && !doors.has(route.door))
    throw new Problem('route-unknown')
  return route
}

const allowedMethods = (routes: readonly Route[]): string =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
