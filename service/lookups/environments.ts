/**
 * The worlds that are answered from: a market, its batch and the look-ups over both. There is the configured market's, and,
 * for test keys, those of the test market. The credential that is presented names its world (`access/`); all that is
 * remembered of a market's (batch, answers, quotes) is a world's own, so that none can be had from another.
 */
import type { Market } from '#service/markets/market.ts'
import type { WorldName } from '#service/shared/test-market.ts'
import type { Lookups } from './lookups.ts'

export type World = { readonly market: Market; readonly lookups: Lookups }

export type Worlds = {
  /** The world of that name, which is opened where it is asked for the first time. */
  of(name: WorldName): World
}

/** `openTest` opens what only test keys see; it is called once a name, and never where there are no test keys. */
export function createWorlds(live: World, openTest: (name: Exclude<WorldName, 'live'>) => World): Worlds {
  const opened = new Map<WorldName, World>([['live', live]])
  return {
    of(name) {
      let world = opened.get(name)
      if (!world && name !== 'live') opened.set(name, (world = openTest(name)))
      return world ?? live
    },
  }
}
