/** Profiles of a composed market, and which symbols it knows. */
import { bareProfile } from '#service/markets/kit/symbol-kind.ts'
import { unknownDividends, type Market, type Profile } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { MarketParts } from './assign-parts.ts'

export type ComposedProfiles = Pick<Market, 'profile'> & {
  /** Rejects if a source that would have to know the symbol fails. */
  readonly isKnown: (symbol: string) => Promise<boolean>
  /** The result of a call of `source`, or `none` if the symbol is unknown. */
  readonly ifKnown: <Result>(
    source: Market,
    symbol: string,
    call: Promise<Result>,
    none: Result,
  ) => Promise<Result>
}

/**
 * Shorter than the timeout of a look-up: the data of the call's own source is worth more than what
 * another adds to it.
 */
const secondaryTimeoutMs = 4_000

export function createProfiles({ profiles, bars, dividends }: MarketParts, log: Log): ComposedProfiles {
  const within = <Result>(call: Promise<Result>): Promise<Result> =>
    withTimeout(
      secondaryTimeoutMs,
      call,
      () => new Error(`no response within ${secondaryTimeoutMs / 1000} s`),
    )
  let areDividendsFailing = false
  /** The profile of the dividends' source; null if it fails. One log line, until it responds again. */
  const dividendProfile = async (source: Market, symbol: string): Promise<Profile | undefined | null> => {
    try {
      const profile = await within(source.profile(symbol))
      areDividendsFailing = false
      return profile
    } catch (error) {
      const reason = errorMessage(error)
      if (!areDividendsFailing)
        log('warn', 'market-part-failed', { capability: 'dividends', source: source.source(), reason })
      areDividendsFailing = true
      return null
    }
  }
  const ownProfile = async (symbol: string): Promise<Profile | undefined> =>
    (await profiles?.profile(symbol)) ?? ((await bars.bars(symbol)) ? bareProfile(symbol) : undefined)
  const isKnown = async (symbol: string): Promise<boolean> => {
    const hasBars = async () => (await bars.bars(symbol)) !== undefined
    try {
      return (await profiles?.profile(symbol)) !== undefined || (await hasBars())
    } catch (error) {
      if (await hasBars()) return true
      throw error
    }
  }

  return {
    isKnown,
    async ifKnown(source, symbol, call, none) {
      // It knows the symbols that it has data of.
      if (source === profiles || source === bars) return call
      // A failing source of profiles must not hide a result that is there.
      const [result, known] = await Promise.all([call, within(isKnown(symbol)).catch(() => true)])
      return known ? result : none
    },
    async profile(symbol) {
      if (!dividends || dividends === profiles) return ownProfile(symbol)
      const [profile, other] = await Promise.all([ownProfile(symbol), dividendProfile(dividends, symbol)])
      return profile && withDividends(profile, other)
    },
  }
}

/**
 * The profile with another source's dividends. They are unknown if that source fails or does not know
 * the symbol.
 */
function withDividends(profile: Profile, other: Profile | undefined | null): Profile {
  if (!other) return { ...profile, dividends: unknownDividends }
  const knowsYield = other.dividendYield > 0 || other.dividends.knownThrough !== null
  return {
    ...profile,
    dividends: other.dividends,
    dividendYield: knowsYield ? other.dividendYield : profile.dividendYield,
  }
}
