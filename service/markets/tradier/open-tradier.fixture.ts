/** A stand-in and a market over it, for tests. */
import { onTestFinished } from 'vitest'
import type { LogFields } from '#service/shared/log.ts'
import { startStandIn, standInToken } from './stand-in.fixture.ts'
import { openTradierMarket, type TradierOptions } from './tradier-market.ts'

export type LogLine = { readonly level: string; readonly event: string } & LogFields

/** Closed when the test ends. */
export async function openTradier({
  standIn: standInOptions,
  ...options
}: Partial<TradierOptions> & { standIn?: Parameters<typeof startStandIn>[0] } = {}) {
  const standIn = await startStandIn(standInOptions)
  const lines: LogLine[] = []
  const time = { elapsedMs: 0 }
  const market = openTradierMarket({
    token: standInToken,
    host: 'production',
    url: standIn.url,
    universe: [...standIn.state.symbols].map((symbol) => symbol.replace('/', '.')).toSorted(),
    riskFreeRate: 0.042,
    log: (level, event, fields) => lines.push({ level, event, ...fields }),
    clock: () => standIn.state.now,
    elapsed: () => time.elapsedMs,
    perMinute: null,
    ...options,
  })
  onTestFinished(async () => {
    await market.close()
    standIn.close()
  })
  return {
    standIn,
    market,
    lines,
    /** Lets the caches' clock go on. */
    pass: (ms: number) => (time.elapsedMs += ms),
    linesOf: (event: string) => lines.filter((line) => line.event === event),
  }
}
