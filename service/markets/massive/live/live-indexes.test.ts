/** Pushed values of indexes, over their own socket; by REST if the plan has none. */
import { expect, test, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import { friday, openOverStandIn } from '#service/markets/massive/open.fixture.ts'
import { startStandIn } from '#service/markets/massive/stand-in.fixture.ts'

async function setUp(options: Parameters<typeof openOverStandIn>[0] = {}) {
  const opened = await openOverStandIn(options)
  const { market, standIn } = opened
  const timeMs = friday.getTime() - 1_000_000
  standIn.data.indexes.set('I:VIX', { value: 17.2, previousClose: 16, timeMs })
  const quotes: Quote[] = []
  const watch = async () => {
    const stop = market.watch(['^VIX'], (quote) => quotes.push(quote))
    await expect.poll(() => quotes.at(-1)?.last).toBe(17.2)
    return stop
  }
  return { ...opened, quotes, timeMs, watch }
}

/** A second as the vendor's document has it: without a volume. */
const second = (c: number, e: number) => ({
  ev: 'A',
  sym: 'I:VIX',
  op: 17,
  o: 17,
  c,
  h: 18,
  l: 17,
  s: e - 1000,
  e,
})

test('indexes are pushed over the socket of indexes, with their change and without a volume', async () => {
  const { standIn, quotes, timeMs, watch } = await setUp()
  const stop = await watch()
  expect(quotes.at(-1)).toMatchObject({ symbol: '^VIX', change: 1.2, volume: null })
  standIn.push('indices', [second(18, timeMs + 5_000)])
  await expect.poll(() => quotes.at(-1)?.last).toBe(18)
  expect(quotes.at(-1)).toEqual({
    symbol: '^VIX',
    last: 18,
    change: 2,
    percentageChange: 12.5,
    volume: null,
    time: new Date(timeMs + 5_000).toISOString(),
  })
  expect(standIn.actions.map(({ channel, params }) => [channel, params]).at(-1)).toEqual([
    'indices',
    'A.I:VIX',
  ])
  stop()
  await standIn.until(() => standIn.actions.some(({ action }) => action === 'unsubscribe'))
})

test('indexes without a socket in the plan are polled, with one line, and do not make other prices stale', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
  try {
    const { market, standIn, quotes, timeMs, lines, events, watch } = await setUp()
    standIn.acceptedSockets.delete('indices')
    await watch()
    expect(lines.find(({ event }) => event === 'market-stream-refused')?.fields).toMatchObject({
      data: 'indexes',
      instead: 'polling',
      reason: expect.stringContaining('indices'),
    })
    standIn.data.indexes.set('I:VIX', { value: 19, previousClose: 16, timeMs: timeMs + 9_000 })
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(() => quotes.at(-1)?.last).toBe(19)
    expect(events()).toEqual(['market-stream-refused'])
    expect(market.status().stale).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('an index whose value is real time makes quotes real time, whatever MASSIVE_HOST says', async () => {
  const standIn = await startStandIn({ clock: () => friday, timeframe: 'REAL-TIME' })
  const { market, watch } = await setUp({ standIn, host: 'delayed' })
  expect(market.capabilities().quotes?.dataClass).toBe('delayed')
  await watch()
  expect(market.capabilities().quotes?.dataClass).toBe('real-time')
})
