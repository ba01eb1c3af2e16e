/** What pushed quotes of all kinds need. */
import type { Log } from '#service/shared/log.ts'
import type { Delays } from './delays.ts'
import type { PriceLookUps } from './price-look-ups.ts'
import type { MassiveConnection, MassiveClients } from './vendor.ts'

export type LiveOptions = Pick<PriceLookUps, 'withPreviousClose'> & {
  readonly connection: MassiveConnection
  readonly clients: MassiveClients
  readonly clock: () => Date
  readonly delays: Delays
  readonly isSession: () => boolean
  readonly log: Log
}
