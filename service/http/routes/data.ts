/** Routes of the data API (docs/specification.md 4.1): read-only, the same at all three doors. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import { dataRoutes, SymbolParameter } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { Access } from '#service/access/access.ts'
import type { Caller } from '#service/access/admission.ts'
import { scopeOf } from '#service/access/scopes.ts'
import type { ServedLookups } from '#service/lookups/licence/served-lookups.ts'
import type { LookupEnvironments } from '#service/lookups/environments.ts'
import type { RouteLimit } from '#service/shared/rate-limits.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
import type { ResponseSerializer } from '#service/http/response/response-serializer.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import { headerList } from '#service/http/response/response.ts'
import type { HeaderList, HttpResponse } from '#service/http/response/response.ts'
import { rateHeaders } from '#service/http/problems/problem-headers.ts'
import { createNameCheck } from '#service/http/request/parameter-names.ts'
import { readQuery } from '#service/http/request/read-request.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import type { Route } from '#service/http/route.ts'

export type DataParts = {
  readonly access: Pick<Access, 'admit'>
  readonly environments: LookupEnvironments
  /** Serializer that is shared with the warm-up. The default is a separate one without Brotli. */
  readonly serializer?: ResponseSerializer
  /** Whether responses may be stale because the store is unavailable. */
  readonly isStale: () => boolean
}

/** Headers of results that are the same for all callers: clients may revalidate them. */
const sharedHeaders: HeaderList = ['Cache-Control', 'private, no-cache']
/** Headers of results for the position in the query, which is private to the caller. */
const personalHeaders: HeaderList = ['Cache-Control', 'private, no-store']

/**
 * Reads the query and calls the look-up. `symbol` is empty for routes without one. Returns
 * undefined for an unknown symbol.
 */
type LookUp = (
  lookups: ServedLookups,
  request: { readonly symbol: string; readonly query: URLSearchParams; readonly queueKey: string },
) => MaybePromise<object | undefined>

/** Rate limits of each look-up. Only those of the caller's door apply. */
const callerLimits: readonly RouteLimit[] = [
  'subscriptionKey',
  'legacyClient',
  'widgetSession',
  'widgetUser',
  'widgetAddress',
]

/**
 * Limits of look-ups that may have a position in their query. `positionAddress` applies only if they
 * have one, because the results of others are shared.
 */
const positionLimits: readonly RouteLimit[] = [...callerLimits, 'positionAddress']

/** Parameters with any number of values, each of which needs an analysis of its own. */
const positionParameters = ['stockQuantity', 'costBasis', 'cash', 'contract'] as const

type LookUpEntry = {
  readonly headers: HeaderList
  readonly limits: readonly RouteLimit[]
  readonly lookUp: LookUp
}

const lookUpTable: Record<DataRoute, LookUpEntry> = {
  tradeIdeas: { headers: sharedHeaders, limits: callerLimits, lookUp: (lookups) => lookups.tradeIdeas() },
  why: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { symbol, queueKey }) => lookups.why(symbol, queueKey),
  },
  income: {
    headers: personalHeaders,
    limits: positionLimits,
    lookUp: (lookups, { symbol, query, queueKey }) =>
      lookups.income(symbol, readQuery(query, dataRoutes.income.query), queueKey),
  },
  bestIncome: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { query }) => lookups.bestIncome(readQuery(query, dataRoutes.bestIncome.query)),
  },
  chain: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { symbol, query, queueKey }) =>
      lookups.chain(symbol, readQuery(query, dataRoutes.chain.query), queueKey),
  },
  roll: {
    headers: personalHeaders,
    limits: positionLimits,
    lookUp: (lookups, { symbol, query, queueKey }) =>
      lookups.roll(symbol, readQuery(query, dataRoutes.roll.query), queueKey),
  },
  scenario: {
    headers: personalHeaders,
    limits: positionLimits,
    lookUp: (lookups, { symbol, query, queueKey }) =>
      lookups.scenario(symbol, readQuery(query, dataRoutes.scenario.query).contract, queueKey),
  },
  symbols: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { query }) => lookups.symbols(readQuery(query, dataRoutes.symbols.query).query),
  },
  history: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { symbol, query, queueKey }) =>
      lookups.history(symbol, readQuery(query, dataRoutes.history.query), queueKey),
  },
  volatility: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { symbol, queueKey }) => lookups.volatility(symbol, queueKey),
  },
  tone: { headers: sharedHeaders, limits: callerLimits, lookUp: (lookups) => lookups.tone() },
  news: {
    headers: sharedHeaders,
    limits: callerLimits,
    lookUp: (lookups, { symbol }) => lookups.news(symbol),
  },
}

/**
 * Returns the routes of the data API. The credential in the request selects the door
 * (`access.admit`).
 */
export function createDataRoutes({
  access,
  environments,
  isStale,
  serializer = createResponseSerializer(),
}: DataParts): Route[] {
  const createRoute = (name: DataRoute): Route => {
    const { headers, limits, lookUp } = lookUpTable[name]
    const scope = scopeOf(name)
    const checkNames = createNameCheck(Object.keys(dataRoutes[name].query.entries))
    // A personal result is sent only once.
    const effort = headers === personalHeaders ? 'once' : 'quick'
    const respondTo = (request: HttpRequest, caller: Caller): MaybePromise<HttpResponse> => {
      const { queueKey, rate } = caller
      request.warnings = checkNames(request.url)
      const symbol = symbolOf(request.parameters['symbol'])
      const { lookups, usage } = environments.environmentOf(caller.environment)
      const result = lookUp(lookups, {
        symbol,
        query: request.url.searchParams,
        queueKey,
      })
      const response = thenOrNow<object | undefined, HttpResponse>(result, (value) => {
        if (!value) throw new Problem('symbol-unknown', { parameter: 'symbol' })
        usage?.(caller, name)
        return serializer.respond(value, request.headers, headers, effort)
      })
      return thenOrNow(response, (cached) => {
        const rateFields = rateHeaders(rate)
        const ownHeaders = headerList(isStale() ? { ...rateFields, ...staleHeader } : rateFields)
        // Copies each property, so that all responses have one hidden class. This code runs for every request.
        return { status: cached.status, headers: cached.headers, body: cached.body, ownHeaders }
      })
    }
    return {
      name,
      method: 'GET',
      path: dataRoutes[name].path,
      door: 'any',
      limits,
      handle(request) {
        if (limits === positionLimits && !hasPosition(request)) request.limits = callerLimits
        return thenOrNow(access.admit(readCredentials(request, request), scope), (caller) =>
          respondTo(request, caller),
        )
      },
    }
  }
  return (Object.keys(dataRoutes) as DataRoute[]).map(createRoute)
}

const hasPosition = ({ url }: HttpRequest): boolean =>
  url.search !== '' && positionParameters.some((name) => url.searchParams.has(name))

/** Returns the symbol of a path parameter; empty for routes without one. */
function symbolOf(text: string | undefined): string {
  if (text === undefined) return ''
  const symbol = v.safeParse(SymbolParameter, text)
  if (symbol.success) return symbol.output
  throw new Problem('malformed-symbol', {
    parameter: 'symbol',
    detail: 'Expected a ticker such as AAPL or BRK.B.',
  })
}

/** Header of every response to a look-up while the store is unavailable. */
const staleHeader = { 'X-Data-Status': 'stale' }
