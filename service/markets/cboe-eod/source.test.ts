import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeScanner, scheduleScans } from '#service/scan/schedule.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { memoryScanOutcomes } from '#service/store/memory/scan-outcomes.ts'
import { openEodMarket } from './cboe-eod.ts'
import { csvOf, fileName, rowsOf, temporaryFolder, writeFile, writeRecentFile } from './eod-files.fixture.ts'
import { cboeEodSource } from './source.ts'

const [day, nextDay] = ['2026-08-20', '2026-08-21']
const log = () => {}
const parse = (value: string, values: Readonly<Record<string, string>> = {}) =>
  cboeEodSource.parse(value, (name) => values[name])

test('the value names a folder; the stored name does not depend on the working directory', () => {
  const choice = parse('cboe-eod:nightly', { RISK_FREE_RATE: '0.05' })!
  expect(choice).toMatchObject({ kind: 'cboe-eod', folder: 'nightly', riskFreeRate: 0.05 })
  expect(cboeEodSource.name(choice)).toBe(`cboe-eod:${resolve('nightly')}`)
  expect(parse(cboeEodSource.name(choice))).toMatchObject({ folder: resolve('nightly') })
  for (const value of ['cboe-eod:', 'cboe', 'files:/data']) expect(parse(value)).toBeUndefined()
})

test('UNIVERSE_FILE limits the scan to some symbols of the file; the others can still be looked up', async () => {
  const folder = temporaryFolder()
  writeFile(folder, fileName(day), csvOf(await rowsOf(day)))
  const choice = parse(`cboe-eod:${folder}`, { UNIVERSE_FILE: 'universe.txt' })!
  const market = await cboeEodSource.open(choice, {
    log,
    purpose: 'serve',
    readText: async () => 'KO\nNOT.LISTED\nAAPL\n',
  })
  onTestFinished(() => market.close())
  expect(await market.universe()).toEqual(['AAPL', 'KO'])
  expect(await market.chain('XOM')).toBeDefined()
})

test('a worker of a scan opens the day of the scan, although the file of the next one has arrived', async () => {
  const folder = temporaryFolder()
  for (const date of [day, nextDay]) writeFile(folder, fileName(date), csvOf(await rowsOf(date)))
  const market = await cboeEodSource.open(parse(`cboe-eod:${folder}`)!, {
    log,
    purpose: 'scan',
    fixedTime: new Date('2026-08-20T20:00:00Z'),
  })
  onTestFinished(() => market.close())
  expect(market.today()).toBe(day)
})

test('a new file starts the scan of its day', async () => {
  const folder = temporaryFolder()
  writeFile(folder, fileName(day), csvOf(await rowsOf(day, { limit: 200 })))
  const market = await openEodMarket(folder, {
    log,
    riskFreeRate: 0.042,
    isWatched: true,
    maxCached: 10,
    pollMs: 20,
    settleMs: 20,
  })
  onTestFinished(() => market.close())
  const batches = memoryBatches()
  const outcomes = memoryScanOutcomes()
  /** Resolves when the batch of a day is published. */
  const published = new Map([day, nextDay].map((date) => [date, Promise.withResolvers<void>()]))
  const scanner = makeScanner({
    market,
    scans: outcomes,
    batches: {
      ...batches,
      async publish(batch, ...others) {
        await batches.publish(batch, ...others)
        published.get(batch.tradingDay)?.resolve()
      },
    },
  })
  onTestFinished(scheduleScans({ market, batches, scans: outcomes, scanner }))
  await published.get(day)!.promise
  writeRecentFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay, { limit: 200 })))
  await published.get(nextDay)!.promise
  expect(await batches.latest()).toMatchObject({
    tradingDay: nextDay,
    universeSize: 7,
    chains: ['AAPL', 'BRK.B', 'JPM', 'KO', 'MSFT', 'SPY', 'XOM'],
  })
})
