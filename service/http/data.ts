/** The data API (spec 4.1): read-only, the same at all three doors. */
import * as v from 'valibot'
import { Problem, type RateState } from '#contract/problem.ts'
import { dataRoutes, SymbolParameter } from '#contract/routes.ts'
import type { DataRoute } from '#contract/routes.ts'
import type { Access } from '#service/access/access.ts'
import { scopeOf } from '#service/access/scopes.ts'
import type { Lookups } from '#service/answers/lookups.ts'
import type { Worlds } from '#service/answers/worlds.ts'
import { createAnswerBytes } from './answer-bytes.ts'
import type { AnswerBytes } from './answer-bytes.ts'
import { readCredentials } from './credentials.ts'
import type { Encoding } from './encodings.ts'
import { rateFields } from './problem-headers.ts'
import { readQuery } from './requests.ts'
import type { Route } from './route.ts'

export type DataParts = {
  readonly access: Pick<Access, 'admit'>
  readonly worlds: Worlds
  /** Where answers are prepared ahead, what they are prepared in; otherwise one of its own, without Brotli. */
  readonly bytes?: AnswerBytes
}

type Look = (lookups: Lookups, symbol: string, query: URLSearchParams) => Promise<object | undefined>

const look: Record<DataRoute, Look> = {
  tradeIdeas: (lookups) => lookups.tradeIdeas(),
  why: (lookups, symbol) => lookups.why(symbol),
  income: (lookups, symbol, query) => lookups.income(symbol, readQuery(query, dataRoutes.income.query)),
  bestIncome: (lookups, _, query) => lookups.bestIncome(readQuery(query, dataRoutes.bestIncome.query)),
  chain: (lookups, symbol, query) => lookups.chain(symbol, readQuery(query, dataRoutes.chain.query)),
  roll: (lookups, symbol, query) => lookups.roll(symbol, readQuery(query, dataRoutes.roll.query)),
  scenario: (lookups, symbol, query) =>
    lookups.scenario(symbol, readQuery(query, dataRoutes.scenario.query).contract),
  symbols: (lookups, _, query) => lookups.symbols(readQuery(query, dataRoutes.symbols.query).query),
  history: (lookups, symbol, query) => lookups.history(symbol, readQuery(query, dataRoutes.history.query)),
  tone: (lookups) => lookups.tone(),
  news: (lookups, symbol) => lookups.news(symbol),
}

/** The rows. The credential presented picks the door (`access.admit`). */
export function dataTable({ access, worlds, bytes = createAnswerBytes() }: DataParts): Route[] {
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
      const answer = await look[name](
        worlds.of(caller.world).lookups,
        symbol.output,
        context.url.searchParams,
      )
      if (!answer) throw new Problem('symbol-unknown', { parameter: 'symbol' })
      const { body, encoding } = await bytes.of(answer, context.headers)
      return new Response(body, { headers: headersOf(caller.rate, encoding) })
    },
  })
  return (Object.keys(dataRoutes) as DataRoute[]).map(row)
}

function headersOf(rate: RateState, encoding: Encoding | undefined): Record<string, string> {
  return {
    ...rateFields(rate),
    'Cache-Control': 'private, no-store',
    'Content-Type': 'application/json',
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  }
}
