import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchExchangeHours } from './exchange-hours.ts'
import { openTradier } from './open-tradier.fixture.ts'

const openAt =
  (now: string, closedDays: readonly string[] = []) =>
  async () => {
    const opened = await openTradier({ standIn: { now: new Date(now), closedDays } })
    await expect.poll(() => opened.standIn.calls('/v1/markets/clock').length).toBe(1)
    return opened
  }

test('a closure that the calendar does not know closes the market, and is logged once', async () => {
  const { market, linesOf } = await openAt('2026-11-20T15:30:00Z', ['2026-11-20', '2026-11-24'])()
  await expect.poll(() => market.status().state).toBe('closed')
  await expect
    .poll(() => linesOf('market-calendar-differs'))
    .toMatchObject([
      { day: '2026-11-20', expected: 'until 16:00', reported: 'closed' },
      { day: '2026-11-24', expected: 'until 16:00', reported: 'closed' },
    ])
})

test('a known calendar is not logged: holidays, and half days, which end at 13:00', async () => {
  const { market, standIn, linesOf } = await openAt('2026-11-27T17:59:00Z')()
  await expect.poll(() => standIn.calls('/v1/markets/calendar').length).toBe(1)
  expect(market.status().state).toBe('open')
  // The report of the clock ends with the session; the service's calendar holds from then on.
  standIn.state.now = new Date('2026-11-27T18:00:01Z')
  expect(market.status().state).toBe('after')
  expect((await market.bars('KO'))?.date.at(-1)).toBe('2026-11-27')
  expect(linesOf('market-calendar-differs')).toEqual([])
})

test.each([
  ['2026-11-20T13:00:00Z', 'pre'],
  ['2026-11-20T22:00:00Z', 'after'],
  ['2026-11-21T15:00:00Z', 'closed'],
  ['2026-11-26T16:00:00Z', 'closed'],
])('at %s the market is %s', async (now, state) => {
  const { market } = await openAt(now)()
  await expect.poll(() => market.status().state).toBe(state)
})

test('without an answer, or with one that cannot be read, the service’s calendar holds', async () => {
  const { market, standIn } = await openTradier({ standIn: { now: new Date('2026-11-20T22:00:00Z') } })
  standIn.fail('/clock', { kind: 'text', text: '{"clock":{"state":"lunch"}}' })
  standIn.fail('/calendar', { kind: 'status', status: 404 })
  await expect.poll(() => standIn.requests.length).toBeGreaterThanOrEqual(2)
  expect(market.status().state).toBe('after')
})

test('requests the clock again at the next change of state, every quarter of an hour and after failures, and for the calendar twice a day', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ now: Date.parse('2026-11-20T20:50:00Z') })
  const responses: Record<string, unknown> = {
    '/v1/markets/clock': { clock: { date: '2026-11-20', state: 'open', next_change: '16:00' } },
    '/v1/markets/calendar': { calendar: { days: { day: { date: '2026-11-20', status: 'closed' } } } },
  }
  const requested: [string, number][] = []
  const startMs = Date.now()
  const lines: string[] = []
  const hours = watchExchangeHours({
    client: {
      get: async (path, _query, schema) => {
        requested.push([path, (Date.now() - startMs) / 60_000])
        return v.parse(schema, responses[path])
      },
    },
    clock: () => new Date(),
    log: (_level, event) => lines.push(event),
  })
  const minutesOf = (path: string) => requested.filter(([name]) => name === path).map(([, minute]) => minute)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(hours.state()).toBe('open')
  responses['/v1/markets/clock'] = {
    clock: { date: '2026-11-20', state: 'postmarket', next_change: '20:00' },
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(hours.state()).toBe('after')
  responses['/v1/markets/clock'] = {}
  await vi.advanceTimersByTimeAsync(17 * 60_000)
  expect(minutesOf('/v1/markets/clock')).toEqual([0, 10, 25, 26, 27])
  await vi.advanceTimersByTimeAsync(13 * 60 * 60_000)
  expect(minutesOf('/v1/markets/calendar')).toEqual([0, 720])
  expect(lines).toEqual(['market-calendar-differs'])
  hours.close()
  expect(vi.getTimerCount()).toBe(0)
})
