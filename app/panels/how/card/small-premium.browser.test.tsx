/** The warning about a commission that takes much of the premium. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { connectFeed, host, live, view, PanelFrame, TestApp } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** Cell Medium · Optimal. */
const option = sampleOptimals('call')[4]!
const card = page.getByRole('article').first()

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-12T21:00:00Z') })
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  connectFeed()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = async (commission: number) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...sampleIncome(), commission }))
  await render(
    <TestApp>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await expect.element(card).toBeVisible()
}
const pushBid = (bid: number) =>
  live.setState({
    options: {
      [option.id]: { id: option.id, bid, ask: bid + 0.02, last: null, time: '2026-11-12T20:59:30Z' },
    },
  })

test('names the share of the premium and the commission, at the newest bid', async () => {
  await show(0.65)
  await expect.element(page.getByText(/^Commission .* of premium$/)).not.toBeInTheDocument()
  pushBid(0.13)
  const chip = page.getByText('Commission 5% of premium').first()
  await expect.element(chip).toBeVisible()
  expect(chip.element().closest('[title]')?.getAttribute('title')).toMatch(
    /^A commission of \$0\.65 a contract is 5% of the premium\./,
  )
})

test('is absent without a commission', async () => {
  await show(0)
  pushBid(0.05)
  await expect.element(page.getByText(/Bid 0\.05/)).toBeVisible()
  await expect.element(page.getByText(/^Commission .* of premium$/)).not.toBeInTheDocument()
})
