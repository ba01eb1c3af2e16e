/** Look-ups of a licensed market for partners who may not show all of it. */
import { Problem } from '#contract/api/problem.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { BestIncomeQuery } from '#contract/responses/lists/best-income.ts'
import type { Capabilities } from '#service/markets/capabilities.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { RestrictedEntitlement } from '#service/shared/environment-names.ts'
import { fieldClasses } from './field-classes.ts'
import { mayShow, mayUse, shownPrices } from './licence.ts'
import { redact } from './redact.ts'
import type { ShownPrices } from './redact.ts'
import type { ServedLookups } from './served-lookups.ts'

export type RestrictedParts = {
  readonly entitlement: RestrictedEntitlement
  /** Capabilities of the market at present. */
  readonly capabilities: () => Capabilities
}

/** The problem of a look-up without a licence. The log names the remedy for the operator; see access/. */
export const notLicensed = (parameter?: string): Problem =>
  parameter === undefined
    ? new Problem('not-licensed', {
        detail: 'Market data is not enabled for this account. The operator of the service can enable it.',
      })
    : new Problem('not-licensed', {
        parameter,
        detail: `This account may not show the figures that ${parameter} filters by. Omit the parameter.`,
      })

/**
 * Restricts look-ups to an entitlement: results have no values that may not be shown. A look-up fails with a
 * Problem `not-licensed` if nothing in its result may be shown, or if its query would reveal restricted values.
 */
export function restrictedLookups(
  lookups: ServedLookups,
  { entitlement, capabilities }: RestrictedParts,
): ServedLookups {
  const redactCached = createRedaction(() => shownPrices(capabilities(), entitlement))
  const restrict = <Result extends object | undefined>(
    route: DataRoute,
    lookUp: () => MaybePromise<Result>,
  ): MaybePromise<Result> => {
    if (!mayUse(capabilities(), entitlement, route)) throw notLicensed()
    return thenOrNow(lookUp(), (result) => (result ? redactCached(route, result) : result))
  }
  const mayShowOptions = () => mayShow(capabilities(), entitlement, 'chains')
  return {
    tradeIdeas: () => restrict('tradeIdeas', () => lookups.tradeIdeas()),
    // The choice of the symbol is derived from all data, as the ideas are.
    firstSymbol: async () =>
      mayUse(capabilities(), entitlement, 'tradeIdeas') ? lookups.firstSymbol() : null,
    why: (symbol, caller) => restrict('why', () => lookups.why(symbol, caller)),
    income: (symbol, query, caller) => restrict('income', () => lookups.income(symbol, query, caller)),
    bestIncome: async (query) => {
      if (!mayShowOptions()) assertNoPriceFilter(query)
      return restrict('bestIncome', () => lookups.bestIncome(query))
    },
    chain: async (symbol, query, caller) => restrict('chain', () => lookups.chain(symbol, query, caller)),
    quotedChain: async (symbol) => {
      if (!mayShowOptions()) throw notLicensed()
      return lookups.quotedChain(symbol)
    },
    roll: async (symbol, query, caller) => restrict('roll', () => lookups.roll(symbol, query, caller)),
    scenario: async (symbol, contract, caller) =>
      restrict('scenario', () => lookups.scenario(symbol, contract, caller)),
    symbols: (query) => lookups.symbols(query),
    history: (symbol, query, caller) => restrict('history', () => lookups.history(symbol, query, caller)),
    volatility: (symbol, caller) => restrict('volatility', () => lookups.volatility(symbol, caller)),
    tone: () => restrict('tone', () => lookups.tone()),
    news: (symbol) => restrict('news', () => lookups.news(symbol)),
  }
}

/** Filters of best income that compare a price, a return at the bid or an open interest with a number of the caller. */
const priceFilters = [
  'minPrice',
  'maxPrice',
  'minYield',
  'maxCash',
  'minOpenInterest',
] as const satisfies readonly (keyof BestIncomeQuery)[]

/** Orders of best income by values that may be restricted. */
const priceOrders: readonly (BestIncomeQuery['sort'] & string)[] = [
  'return',
  'annualizedReturn',
  'premium',
  'cash',
  'openInterest',
]

/** @throws Problem if the query filters or sorts by restricted values: a bisection would reveal them */
function assertNoPriceFilter(query: BestIncomeQuery): void {
  const filter = priceFilters.find((name) => query[name] !== undefined)
  if (filter) throw notLicensed(filter)
  if (query.sort !== undefined && priceOrders.includes(query.sort)) throw notLicensed('sort')
}

/**
 * Redacts each result once as long as the same prices are shown, so that the response's serialised form can be
 * cached for all callers of the environment.
 */
function createRedaction(shownNow: () => ShownPrices) {
  type Redacted = { readonly result: object; readonly signature: string }
  const cache = new WeakMap<object, Redacted>()
  return <Result extends object>(route: DataRoute, result: Result): Result => {
    const shown = shownNow()
    const signature = signatureOf(shown)
    const cached = cache.get(result)
    if (cached?.signature === signature) return cached.result as Result
    const redacted = redact(result, fieldClasses[route], shown)
    cache.set(result, { result: redacted, signature })
    return redacted
  }
}

const signatureOf = ({ includes, dataClass }: ShownPrices): string =>
  `${dataClass} ${Number(includes('quotes'))}${Number(includes('chains'))}${Number(includes('bars'))}`
