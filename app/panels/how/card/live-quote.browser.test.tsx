/** The quote of the contract on the card as it comes in, with its time, and the figures that follow it. */
import '#app/ui/base.css'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OptionQuote } from '#contract/feed.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { apiOf } from '#app/api/api.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { madeUpIncome, madeUpNine } from '#app/testing/income.ts'
import { host, live, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** Medium · Optimal. */
const option = madeUpNine('call')[4]!
const put = madeUpNine('put')[4]!
let client: ReturnType<typeof makeQueryClient>
let asked: string[]

beforeAll(async () => void (await startI18n('en')))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-12T21:00:00Z') })
  asked = []
  client = makeQueryClient()
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({
    quotes: {},
    options: {},
    frame: null,
    connection: 'live',
    lastFrameAt: Date.now(),
    stale: false,
  })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(madeUpIncome())
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function show() {
  await render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: 410, blockSize: 700, display: 'grid' }}>
            <HowPanel onTrade={() => undefined} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByRole('article').first()).toBeVisible()
}
const push = (change: Partial<OptionQuote>) =>
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

test('shows the answer’s bid and ask with their time until a later quote comes in', async () => {
  await show()
  const said = () => document.querySelector(`[data-quote="${option.id}"]`)?.textContent
  expect(said()).toBe('Bid 4.10 · Ask 4.20 · 15:59:00 ET')
  push({ bid: 4.11, time: '2026-11-12T20:59:12.400Z' })
  await expect.poll(said).toBe('Bid 4.11 · Ask 4.20 · 15:59:12 ET')
  push({ bid: 4.12, time: '2026-11-12T20:58:00Z' })
  await expect.poll(said).toBe('Bid 4.10 · Ask 4.20 · 15:59:00 ET')
  push({ bid: 0, time: '2026-11-12T20:59:40Z' })
  await expect.poll(said).toBe('Bid — · Ask 4.20 · 15:59:40 ET')
})

test('asks the feed for the contract on the card and the other strategy’s, and for others when they are chosen', async () => {
  await show()
  const wanted = () => new Set(apiOf(client).subscriptions.wanted())
  expect(wanted()).toEqual(new Set(['AAPL', `AAPL ${option.id}`, `AAPL ${put.id}`]))
  await page.getByRole('gridcell', { name: /^Short, Optimal/ }).click()
  await expect.poll(wanted).not.toContain(`AAPL ${option.id}`)
  expect(wanted()).toContain(`AAPL ${madeUpNine('call')[1]!.id}`)
})

test('asks for the figures again when the quote has gone by more than a tick, and not at once again', async () => {
  await show()
  expect(asked).toHaveLength(1)
  push({ bid: 4.11 })
  vi.setSystemTime(Date.parse('2026-11-12T21:00:11Z'))
  await expect.element(page.getByText(/Bid 4\.11/)).toBeVisible()
  expect(asked, 'a tick').toHaveLength(1)
  push({ bid: 4.3, ask: 4.4 })
  await expect.poll(() => asked.length).toBe(2)
  push({ bid: 4.5, ask: 4.6 })
  await expect.element(page.getByText(/Bid 4\.50/)).toBeVisible()
  expect(asked, 'they have just come').toHaveLength(2)
})
