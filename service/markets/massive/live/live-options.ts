/** What pushed quotes of all kinds need. */
import type { OpenStream } from '#service/markets/kit/quote-stream.ts'
import type { Log } from '#service/shared/log.ts'
import type { Delays, SeenDelays } from '#service/markets/massive/delays.ts'
import type { PriceLookUps } from '#service/markets/massive/price-look-ups.ts'
import type { MassiveConnection, MassiveClients } from '#service/markets/massive/vendor.ts'

export type LiveOptions = Pick<PriceLookUps, 'withPreviousClose'> & {
  readonly connection: MassiveConnection
  readonly clients: MassiveClients
  readonly clock: () => Date
  readonly delays: Delays
  readonly isSession: () => boolean
  readonly log: Log
}

/** The same stream; its values also show whether the vendor’s data is delayed. */
export const reportingDelays =
  <Value>(
    data: keyof SeenDelays,
    open: OpenStream<Value>,
    { delays, clock }: Pick<LiveOptions, 'delays' | 'clock'>,
  ): OpenStream<Value> =>
  (events) =>
    open({
      ...events,
      onUpdate(update) {
        delays.reportPushed(data, update.timeMs, clock())
        events.onUpdate(update)
      },
    })
