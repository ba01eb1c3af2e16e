/**
 * Fills the record of a demo with made nights of the simulated market, so that its page has results:
 * `npm run demo:record [nights]`. DATA_DIR must have no record yet; its service must be stopped. A start continues the
 * record. The picks are made (record/made-nights.ts), not scanned: a scan of each night would take hours.
 */
import { readEnvironment } from '#service/server/config/environment.ts'
import { ensureRecordKey } from '#service/server/config/record-key-file.ts'
import { openData } from '#service/server/open-store.ts'
import {
  addDays,
  latestClosedSession,
  previousTradingDay,
  tradingDaysUpTo,
} from '#service/markets/calendar.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { simulatedSeed } from '#service/markets/simulated/source.ts'
import { createRecordPublisher } from '#service/record/publish.ts'
import { madeBatch, madePicks } from './record/made-nights.ts'

/** Picks of a night. */
const picksPerNight = 40

const environment = readEnvironment(process.env)
if (environment.market.kind !== 'simulated' || environment.databaseUrl !== null)
  throw new Error('demo:record fills the embedded store of the simulated market only')
const { store } = await openData(environment)
if ((await store.record.series()).length > 0) throw new Error(`${environment.dataDir} has a record already`)
const key = await ensureRecordKey(environment.recordKeyFile)
let now = new Date()
// The service's market has the same seed, so a start resolves these picks with the same prices.
const market = simulatedMarket({ seed: simulatedSeed, clock: () => now })
const publish = createRecordPublisher({
  market,
  record: store.record,
  readKey: async () => key,
  shown: environment.recordData,
  clock: () => now.getTime(),
  log: () => {},
})
const symbols = (await market.universe()).slice(0, picksPerNight)
const last = previousTradingDay(latestClosedSession(now))
for (const night of tradingDaysUpTo(last, Number(process.argv[2] ?? 120))) {
  now = new Date(`${addDays(night, 1)}T07:00:00Z`)
  await publish({ batch: madeBatch(night, symbols.length), picks: await madePicks(market, symbols, night) })
}
const [series] = await store.record.series()
const results = await store.record.resolved(series!)
console.log(`${environment.dataDir}: ${series} up to ${last}, ${results.length} results. See /record.`)
await store.close()
await market.close()
