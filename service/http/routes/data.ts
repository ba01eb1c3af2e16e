/** Routes of the data API (docs/specification.md 4.1): read-only, the same at all three doors. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import { dataRoutes, SymbolParameter } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { Access } from '#service/access/access.ts'
import type { Caller } from '#service/access/admission.ts'
import { scopeOf } from '#service/access/scopes.ts'
import type { Lookups } from '#service/lookups/lookups.ts'
import type { LookupEnvironments } from '#service/lookups/environments.ts'
import type { RouteLimit } from '#service/shared/limits.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { createResponseSerializer } from '#service/http/response/response-bytes.ts'
import type { ResponseSerializer } from '#service/http/response/response-bytes.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import { headerList } from '#service/http/response/response.ts'
import type { HeaderList, HttpResponse } from '#service/http/response/response.ts'
import { rateHeaders } from '#service/http/problems/problem-headers.ts'
import { readQuery } from '#service/http/request/read-request.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import type { Route } from '#service/http/route.ts'

export type DataParts = {
  readonly access: Pick<Access, 'admit'>
  readonly environments: LookupEnvironments
  /** Serializer that is shared with the warm-up. The default is a separate one without Brotli. */
  readonly bytes?: ResponseSerializer
  /** Whether responses may be stale because the store is unavailable. */
  readonly isStale: () => boolean
}

/** Headers of results that are the same for all callers: clients may revalidate them. */
const shared: HeaderList = ['Cache-Control', 'private, no-cache']
/** Headers of results for the position in the query, which is private to its caller. */
const personal: HeaderList = ['Cache-Control', 'private, no-store']

/** Reads the query and calls the look-up. `id` identifies the caller; `symbol` is empty for routes without one. */
type LookUp = (
  lookups: Lookups,
  request: { readonly symbol: string; readonly query: URLSearchParams; readonly id: string },
) => MaybePromise<object | undefined>

/** Rate limits of a look-up. Only those of the caller's door apply. */
const perCaller: readonly RouteLimit[] = [
  'subscriptionKey',
  'legacyClient',
  'widgetSession',
  'widgetUser',
  'widgetAddress',
]

type LookupRow = {
  readonly headers: HeaderList
  readonly limits: readonly RouteLimit[]
  readonly lookUp: LookUp
}

const lookUps: Record<DataRoute, LookupRow> = {
  tradeIdeas: { headers: shared, limits: perCaller, lookUp: (lookups) => lookups.tradeIdeas() },
  why: { headers: shared, limits: perCaller, lookUp: (lookups, { symbol, id }) => lookups.why(symbol, id) },
  income: {
    headers: personal,
    limits: perCaller,
    lookUp: (lookups, { symbol, query, id }) =>
      lookups.income(symbol, readQuery(query, dataRoutes.income.query), id),
  },
  bestIncome: {
    headers: shared,
    limits: perCaller,
    lookUp: (lookups, { query }) => lookups.bestIncome(readQuery(query, dataRoutes.bestIncome.query)),
  },
  chain: {
    headers: shared,
    limits: perCaller,
    lookUp: (lookups, { symbol, query, id }) =>
      lookups.chain(symbol, readQuery(query, dataRoutes.chain.query), id),
  },
  roll: {
    headers: personal,
    limits: perCaller,
    lookUp: (lookups, { symbol, query, id }) =>
      lookups.roll(symbol, readQuery(query, dataRoutes.roll.query), id),
  },
  scenario: {
    headers: personal,
    limits: perCaller,
    lookUp: (lookups, { symbol, query, id }) =>
      lookups.scenario(symbol, readQuery(query, dataRoutes.scenario.query).contract, id),
  },
  symbols: {
    headers: shared,
    limits: perCaller,
    lookUp: (lookups, { query }) => lookups.symbols(readQuery(query, dataRoutes.symbols.query).query),
  },
  history: {
    headers: shared,
    limits: perCaller,
    lookUp: (lookups, { symbol, query, id }) =>
      lookups.history(symbol, readQuery(query, dataRoutes.history.query), id),
  },
  volatility: {
    headers: shared,
    limits: perCaller,
    lookUp: (lookups, { symbol, id }) => lookups.volatility(symbol, id),
  },
  tone: { headers: shared, limits: perCaller, lookUp: (lookups) => lookups.tone() },
  news: { headers: shared, limits: perCaller, lookUp: (lookups, { symbol }) => lookups.news(symbol) },
}

/** Returns the routes. The credential in the request selects the door (`access.admit`). */
export function createDataRoutes({
  access,
  environments,
  isStale,
  bytes = createResponseSerializer(),
}: DataParts): Route[] {
  const row = (name: DataRoute): Route => {
    const { headers, limits, lookUp } = lookUps[name]
    const scope = scopeOf(name)
    // A private result is compressed for one response only.
    const effort = headers === personal ? 'once' : 'quick'
    const respondTo = (
      request: HttpRequest,
      { environment, id, rate }: Caller,
    ): MaybePromise<HttpResponse> => {
      const symbol = symbolOf(request.parameters['symbol'])
      const result = lookUp(environments.environmentOf(environment).lookups, {
        symbol,
        query: request.url.searchParams,
        id,
      })
      const response = thenOrNow<object | undefined, HttpResponse>(result, (value) => {
        if (!value) throw new Problem('symbol-unknown', { parameter: 'symbol' })
        return bytes.respond(value, request.headers, headers, effort)
      })
      return thenOrNow(response, (cached) => {
        const rateFields = rateHeaders(rate)
        const ownHeaders = headerList(isStale() ? { ...rateFields, ...stale } : rateFields)
        // Copied by name, so that all responses have one hidden class: every request passes here.
        return { status: cached.status, headers: cached.headers, body: cached.body, ownHeaders }
      })
    }
    return {
      name,
      method: 'GET',
      path: dataRoutes[name].path,
      door: 'any',
      limits,
      handle: (request) =>
        thenOrNow(access.admit(readCredentials(request), scope), (caller) => respondTo(request, caller)),
    }
  }
  return (Object.keys(dataRoutes) as DataRoute[]).map(row)
}

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

/** Header of every look-up while the store does not respond. */
const stale = { 'X-Data-Status': 'stale' }
