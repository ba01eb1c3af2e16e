/** Holidays that the vendor announces and the calendar does not know. */
import { expect, test } from 'vitest'
import { openOverStandIn } from './open.fixture.ts'
import { altered } from './stand-in.fixture.ts'

test('a day of mourning that the vendor announces is logged once', async () => {
  const { market, standIn, lines } = await openOverStandIn()
  standIn.fail(
    '/upcoming',
    altered(() =>
      ['NYSE', 'NASDAQ'].map((exchange) => ({
        exchange,
        name: 'Mourning',
        date: '2026-12-02',
        status: 'closed',
      })),
    ),
  )
  market.status()
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  expect(lines).toEqual([
    {
      level: 'warn',
      event: 'market-calendar-differs',
      fields: expect.objectContaining({ day: '2026-12-02', reported: 'closed', expected: 'open' }),
    },
  ])
})
