/** The data API (spec 4.1): read-only, the same at all three doors. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import { dataRoutes, SymbolParameter } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { Access } from '#service/access/access.ts'
import type { Caller } from '#service/access/admission.ts'
import { scopeOf } from '#service/access/scopes.ts'
import type { Lookups } from '#service/lookups/lookups.ts'
import type { Worlds } from '#service/lookups/environments.ts'
import { andThen } from '#service/shared/maybe-promise.ts'
import type { Soon } from '#service/shared/maybe-promise.ts'
import { createAnswerBytes } from '../response/response-bytes.ts'
import type { AnswerBytes } from '../response/response-bytes.ts'
import { readCredentials } from '../request/read-credentials.ts'
import { fieldList } from '../response/kept-answer.ts'
import type { BytesAnswer, FieldList, KeptAnswer } from '../response/kept-answer.ts'
import { rateFields } from '../problems/problem-headers.ts'
import { readQuery } from '../request/read-request.ts'
import type { AskedContext, Route } from '../route.ts'

export type DataParts = {
  readonly access: Pick<Access, 'admit'>
  readonly worlds: Worlds
  /** Where answers are prepared ahead, what they are prepared in; otherwise one of its own, without Brotli. */
  readonly bytes?: AnswerBytes
  /** Whether what is answered may be old, because the store does not answer. */
  readonly isStale: () => boolean
}

type Asking = {
  readonly symbol: string
  readonly query: URLSearchParams
  /** Who asks, by any name. */
  readonly caller: string
}
type Look = (lookups: Lookups, asking: Asking) => Soon<object | undefined>

const look: Record<DataRoute, Look> = {
  tradeIdeas: (lookups) => lookups.tradeIdeas(),
  why: (lookups, { symbol, caller }) => lookups.why(symbol, caller),
  income: (lookups, { symbol, query, caller }) =>
    lookups.income(symbol, readQuery(query, dataRoutes.income.query), caller),
  bestIncome: (lookups, { query }) => lookups.bestIncome(readQuery(query, dataRoutes.bestIncome.query)),
  chain: (lookups, { symbol, query, caller }) =>
    lookups.chain(symbol, readQuery(query, dataRoutes.chain.query), caller),
  roll: (lookups, { symbol, query, caller }) =>
    lookups.roll(symbol, readQuery(query, dataRoutes.roll.query), caller),
  scenario: (lookups, { symbol, query, caller }) =>
    lookups.scenario(symbol, readQuery(query, dataRoutes.scenario.query).contract, caller),
  symbols: (lookups, { query }) => lookups.symbols(readQuery(query, dataRoutes.symbols.query).query),
  history: (lookups, { symbol, query, caller }) =>
    lookups.history(symbol, readQuery(query, dataRoutes.history.query), caller),
  tone: (lookups) => lookups.tone(),
  news: (lookups, { symbol }) => lookups.news(symbol),
}

/** The rows. The credential presented picks the door (`access.admit`). */
export function dataTable({ access, worlds, isStale, bytes = createAnswerBytes() }: DataParts): Route[] {
  const answerTo = (name: DataRoute, caller: Caller, context: AskedContext): Soon<BytesAnswer> => {
    const { lookups } = worlds.of(caller.world)
    const symbol = symbolOf(context.parameters['symbol'])
    const asked = { symbol, query: context.url.searchParams, caller: caller.id }
    const given = andThen<object | undefined, KeptAnswer>(look[name](lookups, asked), (answer) => {
      if (!answer) throw new Problem('symbol-unknown', { parameter: 'symbol' })
      const fields = fieldsOf[name]
      // What somebody holds is asked for by himself alone.
      return bytes.of(answer, context.headers, fields, fields === personal ? 'once' : 'quick')
    })
    const rate = rateFields(caller.rate)
    return andThen(given, (kept) => ({ kept, fields: fieldList(isStale() ? { ...rate, ...stale } : rate) }))
  }
  const row = (name: DataRoute): Route => ({
    name,
    method: 'GET',
    path: dataRoutes[name].path,
    door: 'any',
    bytes: (context) => {
      const caller = access.admit(readCredentials(context), scopeOf(name))
      return andThen(caller, (one) => answerTo(name, one, context))
    },
  })
  return (Object.keys(dataRoutes) as DataRoute[]).map(row)
}

/** Of a look-up that has none it is not asked. */
function symbolOf(given: string | undefined): string {
  if (given === undefined) return ''
  const symbol = v.safeParse(SymbolParameter, given)
  if (symbol.success) return symbol.output
  throw new Problem('malformed-symbol', {
    parameter: 'symbol',
    detail: 'Expected a ticker such as AAPL or BRK.B.',
  })
}

/** Said with every look-up while the store does not answer. */
const stale = { 'X-Data-Status': 'stale' }

/** What the scan and the market say is the same for all who read them: who has it need not be sent it again. */
const shared: FieldList = ['Cache-Control', 'private, no-cache']
/** The query says what somebody holds. */
const personal: FieldList = ['Cache-Control', 'private, no-store']

const fieldsOf: Record<DataRoute, FieldList> = {
  tradeIdeas: shared,
  why: shared,
  income: personal,
  bestIncome: shared,
  chain: shared,
  roll: personal,
  scenario: personal,
  symbols: shared,
  history: shared,
  tone: shared,
  news: shared,
}
