/** The data API (spec 4.1): read-only, the same at all three doors. */
import * as v from 'valibot'
import { Problem, type RateState } from '#contract/problem.ts'
import { dataRoutes, SymbolParameter } from '#contract/routes.ts'
import type { DataRoute } from '#contract/routes.ts'
import type { Access } from '#service/access/access.ts'
import { scopeOf } from '#service/access/scopes.ts'
import type { Lookups } from '#service/answers/lookups.ts'
import { readCredentials } from './credentials.ts'
import { acceptedEncodings, gzipped } from './encodings.ts'
import { rateFields } from './problem-headers.ts'
import { readQuery } from './requests.ts'
import type { Route } from './route.ts'

export type DataParts = {
  readonly access: Pick<Access, 'admit'>
  readonly lookups: Lookups
}

/** Shorter answers fit a packet as they are. Characters. */
const compressFrom = 1400

/** The rows. The credential presented picks the door (`access.admit`). */
export function dataTable({ access, lookups }: DataParts): Route[] {
  const send = createSender()
  const look: Record<DataRoute, (symbol: string, query: URLSearchParams) => Promise<object | undefined>> = {
    tradeIdeas: () => lookups.tradeIdeas(),
    why: (symbol) => lookups.why(symbol),
    income: (symbol, query) => lookups.income(symbol, readQuery(query, dataRoutes.income.query)),
    symbols: (_, query) => lookups.symbols(readQuery(query, dataRoutes.symbols.query).query),
    history: (symbol, query) => lookups.history(symbol, readQuery(query, dataRoutes.history.query).range),
    tone: () => lookups.tone(),
    news: (symbol) => lookups.news(symbol),
  }
  const row = (name: DataRoute): Route => ({
    name,
    method: 'GET',
    path: dataRoutes[name].path,
    door: 'any',
    handle: async (context) => {
      const caller = await access.admit(readCredentials(context), scopeOf(name))
      const symbol = v.safeParse(SymbolParameter, context.parameters['symbol'] ?? 'NONE')
      if (!symbol.success) {
        throw new Problem('malformed-symbol', {
          parameter: 'symbol',
          detail: 'Expected a ticker such as AAPL or BRK.B.',
        })
      }
      const answer = await look[name](symbol.output, context.url.searchParams)
      if (!answer) throw new Problem('symbol-unknown', { parameter: 'symbol' })
      return send(answer, context.headers, caller.rate)
    },
  })
  return (Object.keys(dataRoutes) as DataRoute[]).map(row)
}

/** Answers are shared by all who ask at the same time: each is written, and compressed, once. */
function createSender() {
  const texts = new WeakMap<object, string>()
  const zipped = new WeakMap<object, Promise<ArrayBuffer>>()
  return async (answer: object, asked: Headers, rate: RateState): Promise<Response> => {
    let text = texts.get(answer)
    if (text === undefined) texts.set(answer, (text = JSON.stringify(answer)))
    const headers = {
      ...rateFields(rate),
      'Cache-Control': 'private, no-store',
      'Content-Type': 'application/json',
      Vary: 'Accept-Encoding',
    }
    if (text.length < compressFrom || !acceptedEncodings(asked.get('accept-encoding')).has('gzip'))
      return new Response(text, { headers })
    let bytes = zipped.get(answer)
    if (!bytes) zipped.set(answer, (bytes = gzipped(text)))
    return new Response(await bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
  }
}
