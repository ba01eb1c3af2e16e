/**
 * A part of a composition: a simulated market that provides some kinds of data of some symbols, and can
 * fail.
 */
import { provides, type Capability } from '#service/markets/capabilities.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

export const saturday = new Date('2026-11-21T15:00:00Z')

export type PartOptions = {
  /** Name of the source as users see it. */
  readonly name: string
  readonly capabilities: readonly Capability[]
  /** The default is every simulated symbol. */
  readonly knows?: (symbol: string) => boolean
  readonly seed?: number
  readonly clock?: Date
}

type Call = 'universe' | 'profile' | 'bars' | 'chain' | 'quote' | 'earnings' | 'news' | 'volatilityHistory'

export type Part = Market & {
  /** Makes a call fail, or never settle; a second call with null repairs it. */
  break(call: Call, how: 'fails' | 'hangs' | null): void
  state: 'working' | 'failing' | 'denied'
  /** Number of calls of `close`. */
  readonly closes: () => number
}

export function partOf({
  name,
  capabilities,
  knows = () => true,
  seed = 1,
  clock = saturday,
}: PartOptions): Part {
  const market = simulatedMarket({ seed, clock: () => clock })
  const broken = new Map<Call, 'fails' | 'hangs'>()
  let closes = 0
  const answer = async <Result>(call: Call, symbol: string, none: Result, from: () => Promise<Result>) => {
    const how = broken.get(call)
    if (how === 'fails') throw new Error(`${name} is down`)
    if (how === 'hangs') return new Promise<Result>(() => {})
    return knows(symbol) ? from() : none
  }
  const part: Part = {
    ...market,
    state: 'working',
    closes: () => closes,
    break: (call, how) => void (how ? broken.set(call, how) : broken.delete(call)),
    source: () => name,
    status: () => ({ ...market.status(), simulated: false, delayedSeconds: 900 }),
    capabilities: () =>
      provides(capabilities, {
        source: name,
        dataClass: 'delayed',
        delayedSeconds: 900,
        isLicensed: true,
        state: part.state,
      }),
    universe: () =>
      answer('universe', '', [], async () => (await market.universe()).filter((symbol) => knows(symbol))),
    profile: (symbol) => answer('profile', symbol, undefined, () => market.profile(symbol)),
    bars: (symbol) => answer('bars', symbol, undefined, () => market.bars(symbol)),
    chain: (symbol) => answer('chain', symbol, undefined, () => market.chain(symbol)),
    quote: (symbol) => answer('quote', symbol, undefined, () => market.quote(symbol)),
    earnings: (symbol) => answer('earnings', symbol, null, () => market.earnings(symbol)),
    news: (symbol) => answer('news', symbol, [], () => market.news(symbol)),
    volatilityHistory: (symbol) =>
      answer('volatilityHistory', symbol, [], () => market.volatilityHistory(symbol)),
    close: async () => {
      closes++
      await market.close()
    },
  }
  return part
}
