/** How the quotes of one expiry are read: screened, then the forward, then the smile. Each step when first asked for. */
import type { Chain, Contract } from '#service/market/market.ts'
import { blackPrice } from '../black-scholes.ts'
import { config } from '../config.ts'
import type { CalendarSide } from './calendar.ts'
import { atTheMoneyOf, smilePointsOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { forwardOf, type ForwardEstimate, type ImpliedDividends } from './forward.ts'
import type { Refused } from './refusal.ts'
import { robustCurve } from './robust-curve.ts'
import { screen, type Screened } from './screen.ts'
import { smileOf, type Smile } from './smile.ts'
import { isQuoted, pairsOf, type StrikePair } from './strike-pairs.ts'

/** What an expiry is read with. */
export type ExpiryTerms = {
  /** The underlying's price at the chain's moment. */
  readonly spot: number
  readonly days: number
  readonly years: number
  readonly discount: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Yearly, decimal; used only where parity gives no forward. */
  readonly dividendYield: number
  readonly style: Chain['style']
}

/** What is known of an expiry once its neighbors were heard. */
export type Settled = {
  readonly forward: number
  readonly dividends: ImpliedDividends | undefined
  smile(): Smile | undefined
  atTheMoney(): number | undefined
  judged(): Screened
}

export type Reading = CalendarSide & {
  readonly terms: ExpiryTerms
  /** The expiry without these quotes of its own. */
  without(refuted: readonly Refused[]): Settled
}

/** One standard deviation to the expiry, of the logarithm: at the money, else of what can be read at all. */
const unitOf = (quotes: ExpiryQuotes): number => {
  const atTheMoney = atTheMoneyOf(quotes)
  const root = Math.sqrt(quotes.years)
  if (atTheMoney !== undefined) return atTheMoney * root
  const points = smilePointsOf(quotes, 0.4 * root)
  return points.length === 0 ? 0.4 * root : robustCurve(points)(0) * root
}

/** What contracts should cost by the robust curve through these quotes. */
const fairBy = (quotes: ExpiryQuotes): ((contract: Contract) => number | undefined) => {
  const unit = unitOf(quotes)
  const points = smilePointsOf(quotes, unit)
  if (points.length === 0) return () => undefined
  const curve = robustCurve(points)
  const { forward, discount, years } = quotes
  return ({ right, strike }) => {
    const volatility = curve(Math.log(strike / forward) / unit)
    return discount * blackPrice(right, forward, strike, volatility * Math.sqrt(years))
  }
}

const withoutSuspects = (pairs: readonly StrikePair[], suspects: ReadonlySet<Contract>): StrikePair[] =>
  pairs.map(({ strike, call, put }) => ({
    strike,
    call: call && suspects.has(call) ? undefined : call,
    put: put && suspects.has(put) ? undefined : put,
  }))

/** Quotes that nothing refutes and nothing supports: several times what the smile says, or a fraction of it. */
const farFromSmile = ({
  contracts,
  quotes,
  smile,
}: {
  contracts: readonly Contract[]
  quotes: ExpiryQuotes
  smile: Smile
}): Refused[] => {
  const { ratio, dollars } = config.surface.screen.far
  const { forward, discount } = quotes
  return contracts
    .filter((contract) => {
      if (!isQuoted(contract)) return false
      const { strike, right, bid, ask } = contract
      const put = smile.undiscountedPut(strike)
      const fair = discount * (right === 'put' ? put : put - strike + forward)
      return bid > ratio * fair + dollars || ask < fair / ratio - dollars
    })
    .map((contract) => ({ contract, reason: 'far-from-smile' }))
}

/** `contracts` are sorted by strike, call before put; `adjusted` are refused as they are. */
export const makeReading = (
  contracts: readonly Contract[],
  adjusted: readonly Contract[],
  terms: ExpiryTerms,
): Reading => {
  const { spot, years, discount, riskFreeRate, dividendYield, style } = terms
  const estimate = (pairs: readonly StrikePair[]): ForwardEstimate =>
    forwardOf(pairs, { spot, years, discount, yieldGuess: dividendYield })
  const quotesOf = (pairs: readonly StrikePair[], forward: number): ExpiryQuotes => ({
    pairs,
    forward,
    years,
    discount,
    riskFreeRate,
  })

  let first:
    | (Screened & { readonly pairs: readonly StrikePair[]; readonly estimate: ForwardEstimate })
    | undefined
  const screened = () => {
    if (!first) {
      const pairs = pairsOf(contracts)
      const before = estimate(pairs)
      const result = screen(contracts, pairs, {
        spot,
        discount,
        style,
        forward: before.forward,
        fairWithout(suspects) {
          const quotes = quotesOf(withoutSuspects(pairs, suspects), before.forward)
          // Where hardly anything is beyond suspicion the majority has to say.
          const enough = smilePointsOf(quotes, unitOf(quotes)).length >= 3
          return fairBy(enough ? quotes : quotesOf(pairs, before.forward))
        },
      })
      const clean = result.refused.length === 0 ? pairs : pairsOf(result.passed)
      first = { ...result, pairs: clean, estimate: result.refused.length === 0 ? before : estimate(clean) }
    }
    return first
  }
  let fair: ((contract: Contract) => number | undefined) | undefined

  return {
    terms,
    discount,
    get contracts() {
      return screened().passed
    },
    fairOf(contract) {
      fair ??= fairBy(quotesOf(screened().pairs, screened().estimate.forward))
      return fair(contract)
    },
    without(refuted) {
      const own = screened()
      const out = new Set(refuted.map(({ contract }) => contract))
      const passed = out.size === 0 ? own.passed : own.passed.filter((contract) => !out.has(contract))
      const pairs = out.size === 0 ? own.pairs : pairsOf(passed)
      const { forward, dividends } = out.size === 0 ? own.estimate : estimate(pairs)
      const quotes = quotesOf(pairs, forward)
      const refusedBefore = [
        ...adjusted.map((contract): Refused => ({ contract, reason: 'adjusted' })),
        ...own.refused,
        ...refuted,
      ]
      let smile: Smile | undefined | null = null
      let judged: Screened | undefined
      const settled: Settled = {
        forward,
        dividends,
        smile() {
          if (smile === null) smile = smileOf(quotes, unitOf(quotes))
          return smile
        },
        // Quotes at the money too wide to be read by themselves still are part of the smile.
        atTheMoney: () => atTheMoneyOf(quotes) ?? settled.smile()?.volatilityAt(forward),
        judged() {
          if (!judged) {
            const fitted = settled.smile()
            const far = fitted ? farFromSmile({ contracts: passed, quotes, smile: fitted }) : []
            const gone = new Set(far.map(({ contract }) => contract))
            judged = {
              passed: gone.size === 0 ? passed : passed.filter((contract) => !gone.has(contract)),
              refused: [...refusedBefore, ...far],
            }
          }
          return judged
        },
      }
      return settled
    },
  }
}
