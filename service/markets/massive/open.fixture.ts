/** Opens the market over a stand-in that has started; the test's end closes both. */
import { onTestFinished, vi } from 'vitest'
import type { LogFields } from '#service/shared/log.ts'
import { openMassiveMarket, type MassiveOptions } from './massive-market.ts'
import { standInKey, startStandIn, type StandIn } from './stand-in.fixture.ts'

/** A Friday, in the session. */
export const friday = new Date('2026-11-20T18:00:00Z')

export type LoggedLine = {
  readonly level: string
  readonly event: string
  readonly fields: LogFields | undefined
}

export async function openOverStandIn(
  options: Partial<MassiveOptions> & { readonly standIn?: StandIn } = {},
) {
  /** The tests move it. */
  const time = { now: friday }
  const clock = () => time.now
  const standIn = options.standIn ?? (await startStandIn({ clock }))
  const lines: LoggedLine[] = []
  const market = openMassiveMarket({
    key: standInKey,
    host: 'delayed',
    url: standIn.url,
    universe: undefined,
    riskFreeRate: 0.04,
    log: (level, event, fields) => lines.push({ level, event, fields }),
    clock,
    ...options,
  })
  const elapsed = vi.spyOn(performance, 'now')
  const realElapsed = performance.timeOrigin
  let waitedMs = 0
  elapsed.mockImplementation(() => Date.now() - realElapsed + waitedMs)
  onTestFinished(async () => {
    elapsed.mockRestore()
    await market.close()
    await standIn.close()
  })
  const callsTo = (path: string) => standIn.requests.filter(({ url }) => url.pathname.includes(path))
  const events = () => lines.map(({ event }) => event)
  /** Ages what is cached, without a pause. */
  const wait = (ms: number) => (waitedMs += ms)
  return { market, standIn, lines, events, time, callsTo, wait }
}

/** The value; throws if the symbol is unknown. */
export const defined = async <Value>(value: Promise<Value | undefined>): Promise<Value> => {
  const result = await value
  if (result === undefined) throw new Error('unknown symbol')
  return result
}
