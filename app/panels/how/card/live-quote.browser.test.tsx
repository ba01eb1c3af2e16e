/**
 * The live quote on the card with its time, and the refetch of the figures after the quote has
 * moved.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OptionQuote } from '#contract/feed.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { apiOf } from '#app/api/api.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { connectFeed, host, live, view, PanelFrame, TestApp } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** Cell Medium · Optimal. */
const option = sampleOptimals('call')[4]!
const putOption = sampleOptimals('put')[4]!
let client: ReturnType<typeof makeQueryClient>
let requests: string[]

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-12T21:00:00Z') })
  requests = []
  client = makeQueryClient()
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  connectFeed()
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json(sampleIncome())
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function renderPanel() {
  await render(
    <TestApp client={client}>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await expect.element(page.getByRole('article').first()).toBeVisible()
}
const pushQuote = (change: Partial<OptionQuote>) =>
  live.setState({
    options: {
      [option.id]: {
        id: option.id,
        bid: option.bid,
        ask: option.ask,
        last: null,
        time: '2026-11-12T20:59:30Z',
        ...change,
      },
    },
  })

test('shows the newer of the response’s quote and the pushed quote, and a bid of 0 as a dash', async () => {
  await renderPanel()
  const quoteText = () => document.querySelector(`[data-quote="${option.id}"]`)?.textContent
  expect(quoteText()).toBe(' · Bid 4.10 · Ask 4.20 · 15:59:00 ET')
  pushQuote({ bid: 4.11, time: '2026-11-12T20:59:12.400Z' })
  await expect.poll(quoteText).toBe(' · Bid 4.11 · Ask 4.20 · 15:59:12 ET')
  pushQuote({ bid: 4.12, time: '2026-11-12T20:58:00Z' })
  await expect.poll(quoteText).toBe(' · Bid 4.10 · Ask 4.20 · 15:59:00 ET')
  pushQuote({ bid: 0, time: '2026-11-12T20:59:40Z' })
  await expect.poll(quoteText).toBe(' · Bid — · Ask 4.20 · 15:59:40 ET')
})

test('shows the day of a quote that is not of today', async () => {
  vi.setSystemTime(Date.parse('2026-11-13T14:00:00Z'))
  await renderPanel()
  const quoteText = () => document.querySelector(`[data-quote="${option.id}"]`)?.textContent
  expect(quoteText()).toBe(' · Bid 4.10 · Ask 4.20 · Quote of Nov 12, 2026, 15:59:00 ET')
  pushQuote({ time: '2026-11-13T14:30:12Z' })
  await expect.poll(quoteText).toBe(' · Bid 4.10 · Ask 4.20 · 09:30:12 ET')
})

test('subscribes to the displayed contracts of both strategies, and to others when they are chosen', async () => {
  await renderPanel()
  const subscribed = () => new Set(apiOf(client).subscriptions.allKeys())
  expect(subscribed()).toEqual(new Set(['AAPL', `AAPL ${option.id}`, `AAPL ${putOption.id}`]))
  await page.getByRole('gridcell', { name: /^Short, Optimal/ }).click()
  await expect.poll(subscribed).not.toContain(`AAPL ${option.id}`)
  expect(subscribed()).toContain(`AAPL ${sampleOptimals('call')[1]!.id}`)
})

test('refetches the figures when the quote moves by more than a tick, but not within ten seconds', async () => {
  await renderPanel()
  expect(requests).toHaveLength(1)
  pushQuote({ bid: 4.11 })
  vi.setSystemTime(Date.parse('2026-11-12T21:00:11Z'))
  await expect.element(page.getByText(/Bid 4\.11/)).toBeVisible()
  expect(requests, 'moved by one tick').toHaveLength(1)
  pushQuote({ bid: 4.3, ask: 4.4 })
  await expect.poll(() => requests.length).toBe(2)
  pushQuote({ bid: 4.5, ask: 4.6 })
  await expect.element(page.getByText(/Bid 4\.50/)).toBeVisible()
  expect(requests, 'less than ten seconds after the last fetch').toHaveLength(2)
})
