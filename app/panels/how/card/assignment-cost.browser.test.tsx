/** The cost of assignment beside the return, and the parts of the premium in the details. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

/** Cell Medium · Optimal: bid 4.10, fair value 4.14. */
const option = sampleOptimals('call')[4]!
const premiumParts = { assignmentCost: 3.28, volatilityPremium: 0.86, spreadCost: 0.04 }

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(async () => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  const callOptimals = sampleOptimals('call').with(4, { ...option, premiumParts })
  vi.stubGlobal('fetch', async () => Response.json(sampleIncome({ callOptimals })))
  await render(
    <TestApp>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await expect.element(page.getByRole('article').first()).toBeVisible()
})
afterEach(() => vi.unstubAllGlobals())

const figure = (name: string) =>
  [...document.querySelectorAll('.how-card div')]
    .find((row) => row.querySelector(':scope > dt')?.textContent === name)
    ?.querySelector('dd')?.textContent
const partNames = ['Forgone rise', 'Volatility premium', 'Less the spread to fair value', 'Premium']
const parts = () =>
  partNames.map((name) =>
    [...document.querySelectorAll('.how-details .how-pairs div')]
      .find((row) => row.querySelector('dt')?.textContent === name)
      ?.querySelector('dd')
      ?.textContent?.trim(),
  )

test('the card shows the expected forgone rise in dollars and as a share of the premium', async () => {
  expect(figure('Forgone rise')).toBe('$328.00 80%')
  await page.getByRole('button', { name: 'Forgone rise' }).click()
  await expect
    .element(page.getByText(/The rise above the strike that you can expect to give up/))
    .toBeVisible()
})

test('the details show the parts of the premium, also at a newer quote', async () => {
  await page.getByRole('button', { name: 'Details' }).click()
  await expect.element(page.getByRole('heading', { name: 'Parts of the premium', exact: true })).toBeVisible()
  expect(parts()).toEqual(['$328.00', '$86.00', '−$4.00', '$410.00'])
  const quote = { id: option.id, bid: 4, ask: 4.2, last: null, time: '2026-11-12T20:59:30Z' }
  live.setState({ options: { [option.id]: quote } })
  await expect.poll(parts).toEqual(['$328.00', '$86.00', '−$14.00', '$400.00'])
  expect(figure('Forgone rise')).toBe('$328.00 82%')
  await expect.element(page.getByText('Prob. of reaching the strike')).toBeVisible()
})
