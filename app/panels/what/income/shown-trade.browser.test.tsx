/** The list of best income beside How: the time of its quotes, and the figures of the contract that How shows. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { BestIncome } from '#contract/responses/lists/best-income.ts'
import { queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { WhatPanel } from '#app/panels/what/what-panel.tsx'
import { initialView } from '#app/state/view.ts'
import { sampleBestIncome, sampleBestTrade } from '#app/testing/best-income.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'

const put = sampleOptimals('put')[4]!
const trade = sampleBestTrade('AAPL', { id: put.id, strike: put.strike, premium: 3.85, return: 0.0183 })
let response: BestIncome

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  response = sampleBestIncome([trade, sampleBestTrade('KO')])
  view.setState({ ...initialView, list: 'income', symbol: 'AAPL', leg: 'put', contract: put.id }, true)
  host.setState({ phase: 'ready' })
  live.setState({ quotes: {}, options: {}, connection: 'live', stale: false })
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/best-income') ? response : sampleIdeas()),
  )
})
afterEach(() => vi.unstubAllGlobals())

const show = (client = makeClientWithoutRetries()) =>
  render(
    <TestApp client={client}>
      <div style={{ inlineSize: 403, blockSize: 700, display: 'grid' }}>
        <Suspense>
          <WhatPanel isPainted />
        </Suspense>
      </div>
    </TestApp>,
  )
const figuresOf = (symbol: string) =>
  [...document.querySelectorAll(`[data-income="${symbol}"] .income-figure`)].map(
    ({ textContent }) => textContent,
  )
const basis = () => document.querySelector('.what-basis')?.textContent

test('the contract that How shows has the figures of its card, and follows its quote', async () => {
  const client = makeClientWithoutRetries()
  client.setQueryData(queries.income('AAPL', {}, put.id).queryKey, sampleIncome({ contract: put }))
  await show(client)
  await expect
    .poll(() => figuresOf('AAPL'))
    .toEqual([`${(put.return * 100).toFixed(2)}%`, `${put.probability * 100}%`, `$${put.premium.toFixed(2)}`])
  expect(figuresOf('KO')).toEqual(['2.00%', '78%', '$1.90'])
  live.setState({
    options: { [put.id]: { id: put.id, bid: 4.4, ask: 4.5, last: null, time: '2026-11-12T20:59:30Z' } },
  })
  await expect.poll(() => figuresOf('AAPL')[2]).toBe('$4.40')
  expect(figuresOf('AAPL')[0]).toBe(`${((4.4 / put.strike) * 100).toFixed(2)}%`)
})

test('a list of today says the time of its quotes, and a list of an earlier day only the day', async () => {
  const now = new Date()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(now)
  response = sampleBestIncome([{ ...trade, optionsAsOf: now.toISOString() }], { tradingDay: today })
  const { unmount } = await show()
  await expect.poll(basis).toMatch(/Options as of .*, \d\d:\d\d ET/)
  await unmount()
  response = sampleBestIncome([trade])
  await show()
  await expect.poll(basis).toMatch(/scan of Nov 19, 2026/)
  expect(basis()).not.toContain('Options as of')
})
