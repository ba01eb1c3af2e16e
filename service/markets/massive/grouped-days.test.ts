/** The store of the whole market's bars, and when it is used. */
import { expect, test, vi } from 'vitest'
import { createDailyBars } from './daily-bars.ts'
import { barsOfList, createGroupedDays } from './grouped-days.ts'
import { openOverStandIn } from './open.fixture.ts'
import { altered, failure, standInKey } from './stand-in.fixture.ts'
import { createClients } from './vendor.ts'

async function setUp(wideReading = 3) {
  const opened = await openOverStandIn()
  const { standIn, time, lines } = opened
  const log = (level: string, event: string) => void lines.push({ level, event, fields: undefined })
  const clients = createClients({ key: standInKey, host: 'delayed', url: standIn.url, log })
  const groupedDays = createGroupedDays(clients)
  const fill = vi.spyOn(groupedDays, 'fill')
  const bars = createDailyBars({
    client: clients.bars,
    groupedDays,
    clock: () => time.now,
    log,
    wideReading,
  })
  const filled = () => Promise.all(fill.mock.results.map(({ value }) => value))
  return { ...opened, bars, groupedDays, filled }
}

test('lookups cost one call a symbol; a scan reads the market by days and is served from them afterwards', async () => {
  const { bars, callsTo, filled } = await setUp()
  const single = await bars('AAPL')
  await Promise.all([bars('MSFT'), bars('SPY')])
  expect(callsTo('/grouped/').length).toBe(0)

  // The fourth symbol starts the store, and is not kept waiting for it.
  await bars('XOM')
  expect(callsTo('/range/').length).toBe(4)
  await filled()
  expect(callsTo('/grouped/').length).toBe(504)
  expect(await bars('AAPL')).toEqual(single)
  expect((await bars('BRK.B'))?.date.length).toBe(504)
  expect(callsTo('/range/').length).toBe(4)
})

test('each later session costs one call; a day without data is no error', async () => {
  const { groupedDays, standIn, callsTo } = await setUp()
  standIn.data.daysWithoutData.add('2026-10-14')
  await groupedDays.fill('2026-11-19', '2026-11-20')
  const dates = groupedDays.bars('AAPL', '2026-11-19')!.date
  expect(dates.length).toBe(503)
  expect(dates).not.toContain('2026-10-14')
  await groupedDays.fill('2026-11-20', '2026-11-20')
  expect(callsTo('/grouped/').length).toBe(505)
})

test('a session that is not published yet is requested again, and not served as the latest', async () => {
  const { groupedDays, standIn, callsTo, time } = await setUp()
  time.now = new Date('2026-11-20T22:00:00Z')
  await groupedDays.fill('2026-11-19', '2026-11-20')
  standIn.data.daysWithoutData.add('2026-11-20')
  await groupedDays.fill('2026-11-20', '2026-11-20')
  expect(groupedDays.bars('AAPL', '2026-11-20')).toBeUndefined()
  standIn.data.daysWithoutData.clear()
  await groupedDays.fill('2026-11-20', '2026-11-20')
  expect(groupedDays.bars('AAPL', '2026-11-20')?.date.at(-1)).toBe('2026-11-20')
  expect(callsTo('/grouped/').length).toBe(506)
})

test('after a split the stored bars of the symbol are not used: they are not adjusted for it', async () => {
  const { groupedDays, standIn, callsTo, time } = await setUp()
  await groupedDays.fill('2026-11-19', '2026-11-20')
  time.now = new Date('2026-11-23T14:00:00Z')
  standIn.fail(
    '/reference/splits',
    altered(() => ({
      results: [{ ticker: 'AAPL', execution_date: '2026-11-23', split_from: 1, split_to: 4 }],
    })),
  )
  await groupedDays.fill('2026-11-20', '2026-11-23')
  expect(callsTo('/reference/splits')[0]!.url.search).toBe(
    '?execution_date.gt=2026-11-20&execution_date.lte=2026-11-23&limit=1000',
  )
  expect(groupedDays.bars('AAPL', '2026-11-20')).toBeUndefined()
  expect(groupedDays.bars('MSFT', '2026-11-20')).toBeDefined()
})

test('a store that cannot be filled is reported, and single calls go on', async () => {
  const { bars, standIn, filled, events } = await setUp(0)
  standIn.fail('/grouped/', failure(400))
  expect((await bars('AAPL'))?.date.length).toBe(504)
  await expect(filled()).rejects.toMatchObject({ kind: 'malformed' })
  expect((await bars('MSFT'))?.date.length).toBe(504)
  expect(events()).toContain('market-bars-incomplete')
})

test('a filled store is extended by the first call after a session has become final, and not before', async () => {
  const { bars, callsTo, filled, time } = await setUp()
  for (const symbol of ['AAPL', 'MSFT', 'SPY', 'XOM']) await bars(symbol)
  await filled()
  time.now = new Date('2026-11-20T21:20:00Z')
  await bars('AAPL')
  await filled()
  expect(callsTo('/grouped/').length).toBe(504)
  time.now = new Date('2026-11-20T21:40:00Z')
  await bars('AAPL')
  await filled()
  expect(callsTo('/grouped/').length).toBe(505)
  expect((await bars('BRK.B'))?.date.at(-1)).toBe('2026-11-20')
})

test('rows without a price are no bars', () => {
  const row = { o: 2, h: 3, l: 1, c: 2, v: 100 }
  const list = [
    { ...row, t: Date.UTC(2026, 10, 18, 5) },
    { ...row, t: Date.UTC(2026, 10, 19, 5), l: 0 },
    { ...row, t: Date.UTC(2026, 10, 20, 5) },
  ]
  expect(barsOfList(list, '2026-11-20').date).toEqual(['2026-11-18', '2026-11-20'])
})
