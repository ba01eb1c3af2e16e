/** The standard errors beside probabilities, fair value and score in the details, in English and German. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

/** Cell Medium · Optimal: bid 4.10, fair value 4.14, score 118. */
const option = {
  ...sampleOptimals('call')[4]!,
  probability: 0.7412,
  probabilityError: 0.0123,
  probabilityOfProfit: 0.7833,
  probabilityOfProfitError: 0.0004,
  fairValueError: 0.127,
  serviceScore: 118,
  scoreError: 3.2,
}

beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  const callOptimals = sampleOptimals('call').with(4, option)
  vi.stubGlobal('fetch', async () => Response.json(sampleIncome({ callOptimals })))
})
afterEach(() => vi.unstubAllGlobals())

async function openDetails(locale: 'en' | 'de'): Promise<(name: string) => string | undefined> {
  await startI18n(locale, i18next)
  await render(
    <TestApp>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await page.getByRole('button', { name: 'Details' }).click()
  await expect.element(page.getByRole('heading', { level: 4 }).first()).toBeVisible()
  return (name) =>
    [...document.querySelectorAll('.how-details .how-pairs div')]
      .find((row) => row.querySelector('dt')?.textContent === name)
      ?.querySelector('dd')
      ?.textContent?.trim()
}

test('the details show each figure with its standard error, which is never zero', async () => {
  const figure = await openDetails('en')
  expect(figure('Prob. worthless')).toBe('74.1% ± 1.2%')
  expect(figure('Prob. of profit')).toBe('78.3% ± 0.1%')
  expect(figure('Fair value')).toBe('$4.14 ± $0.13')
  expect(figure('Score')).toBe('118 ± 3.2')
  await expect.element(page.getByText(/± is one standard error, from the bid-ask spreads/)).toBeVisible()
})

test('in German they have German texts and numbers', async () => {
  const figure = await openDetails('de')
  expect(figure('Wahrsch. wertlos')).toBe('74,1\u00A0% ± 1,2\u00A0%')
  expect(figure('Score')).toBe('118 ± 3,2')
  await expect.element(page.getByText(/± ist ein Standardfehler, aus den Geld-Brief-Spannen/)).toBeVisible()
})
