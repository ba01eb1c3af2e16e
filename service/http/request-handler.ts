/**
 * Handles every request, including those for static files: request id, doors of the host, route,
 * metrics, problems for errors, logs and security headers. Independent of the transport.
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
import { longPathResponse, problemOf, problemResponse } from './problems/problem-response.ts'
import { cookieRemovalIfSent } from './request/cookies.ts'
import { assertShortQuery } from './request/read-request.ts'
import type { HttpRequest, RequestHead, RequestUrl } from './request/request.ts'
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
   * Responds to input that no route handles. The response has no body.
   *
   * @param head the readable part of the request, if any
   */
  readonly respondWithoutRoute: (status: number, head?: RequestHead) => HttpResponse
}

/** An upgrade in progress. Its response is counted and logged once. */
export type Upgrade = {
  /** Id in the response and in the log. */
  readonly requestId: string
  /** The caller, for the log. The transport sets it when the caller is known. */
  caller: CallerIdentity | undefined
  /**
   * Records the response 101, and returns the headers that every response has.
   *
   * @param route name in the metrics and the log
   */
  readonly recordAccepted: (route: string) => HeaderList
  /** Records and logs a refusal or failure, and returns the headers that every response has. */
  readonly recordRefused: (status: number, route: string, reason?: RefusalReason) => HeaderList
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

/** Head of a request that Node's parser has rejected. */
const emptyHead: RequestHead = { method: '', headers: { get: () => null }, address: undefined }

/** Creates the handler. The first matching route of the table responds. */
export function createRequestHandler(parts: RequestHandlerParts, routes: readonly Route[]): RequestHandler {
  const { access, elapsed, log, metrics, accessLog } = parts
  const nextId = createRequestIds()
  const failureLog = createFailureLog(log, elapsed)
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
    const completedHeaders = completeHeaders(headers, route.isPublicFile === true && status < 400)
    const requestHeaders = ['X-Request-Id', request.requestId]
    return { status, headers: completedHeaders.concat(ownHeaders, request.warnings, requestHeaders), body }
  }
  const refuse = (request: HttpRequest, { routes: pathRoutes }: RouteMatch, error: unknown): HttpResponse => {
    const { requestId, caller, routeName: route, headers } = request
    const problem = (request.problem = problemOf(error))
    if (problem.status >= 500) {
      const traceId = traceIdOf(headers.get('traceparent'))
      failureLog.logFailedRequest({ requestId, traceId, route, status: problem.status, caller, problem })
    }
    const allowHeader = problem.code === 'method-refused' ? { Allow: allowedMethods(pathRoutes) } : {}
    const response = problemResponse(problem, requestId, allowHeader)
    record(request, request, response.status, response.body?.byteLength ?? 0)
    const isSessionEnded = problem.code === 'session-ended'
    const removalCookie =
      isSessionEnded && cookieRemovalIfSent(headers.get('cookie'), headers.get(instanceHeader))
    return {
      ...response,
      headers: [
        ...response.headers,
        ...(removalCookie ? ['Set-Cookie', removalCookie] : []),
        ...request.warnings,
        ...securityHeaders,
        'X-Request-Id',
        requestId,
      ],
    }
  }
  const respondWithoutRoute = (status: number, head: RequestHead = emptyHead): HttpResponse => {
    const outcome = newOutcome()
    record(head, outcome, status, 0)
    return { status, headers: [...bareHeaders(outcome.requestId), 'Content-Length', '0'], body: null }
  }
  const refuseLongPath = (head: RequestHead): HttpResponse => {
    const outcome = newOutcome()
    const { requestId } = outcome
    const response = longPathResponse(requestId)
    record(head, outcome, response.status, response.body?.byteLength ?? 0)
    return { ...response, headers: [...response.headers, ...securityHeaders, 'X-Request-Id', requestId] }
  }
  const newOutcome = (): Outcome => ({
    requestId: nextId(),
    startedAt: elapsed(),
    routeName: 'none',
    caller: undefined,
    problem: undefined,
  })

  return {
    respondWithoutRoute,
    respond(request) {
      const { url } = request
      if (url.pathname.length > requestLimits.pathLength) return refuseLongPath(request)
      request.startedAt = elapsed()
      request.requestId = nextId()
      request.doors = access.doorsAt(url)
      const match = findRoutes(url.pathname)
      request.parameters = match.parameters
      try {
        const route = routeFor(request, match.routes)
        request.limits = route.limits
        request.takeLimits = access.takeLimits
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
        recordAccepted(routeName) {
          record(head, { ...outcome, routeName, caller: this.caller }, 101, 0)
          return bareHeaders(requestId)
        },
        recordRefused(status, route, { problem, cause } = {}) {
          const { caller } = this
          record(head, { ...outcome, routeName: route, caller, problem }, status, 0)
          const traceId = traceIdOf(head.headers.get('traceparent'))
          const origin = head.headers.get('origin')
          failureLog.logRefusedUpgrade({ requestId, traceId, route, status, caller, origin, problem, cause })
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
 * Returns the route for the method of the request and sets the route name for metrics and logs. A
 * host name without a door has only the operational routes, which load balancers request by IP
 * address. These have one spelling each.
 *
 * @throws Problem `host-unknown`, `malformed-parameter`, `route-unknown` or `method-refused`
 */
function routeFor(request: HttpRequest, matchingRoutes: readonly Route[]): Route {
  const { doors, method, url } = request
  const isOperational = matchingRoutes.some(({ door }) => door === 'every-host')
  // A proxy that hides these paths may compare the target as it is written.
  const pathRoutes = isOperational && !isPlain(url) ? [] : matchingRoutes
  const isKnownHost = doors.size > 0 || pathRoutes.some(({ door }) => door === 'every-host')
  if (isKnownHost) request.routeName = pathRoutes[0]?.name ?? 'none'
  assertShortQuery(url.search)
  if (!isKnownHost) throw new Problem('host-unknown')
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const route = pathRoutes.find((candidate) => candidate.method === routeMethod)
  if (!route) {
    if (pathRoutes.length === 0) throw new Problem('route-unknown')
    throw new Problem('method-refused', {
      detail: `Use ${pathRoutes.map((candidate) => candidate.method).join(' or ')}.`,
    })
  }
  if (route.door !== 'any' && route.door !== 'every-host' && !doors.has(route.door))
    throw new Problem('route-unknown')
  return route
}

/** Whether the target has the path as it is written: no encoded characters and no dot segments. */
const isPlain = ({ isRewritten = false, pathname }: RequestUrl): boolean =>
  !isRewritten && !pathname.includes('%')

const allowedMethods = (routes: readonly Route[]): string =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
