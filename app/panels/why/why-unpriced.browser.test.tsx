/** The Why panel without the licence of prices, and with a source that lacks kinds of data. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { History, News, WireWhy } from '#contract/responses/resources.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleHistory, sampleWhy } from '#app/testing/why.ts'
import { host, live, makeClientWithoutRetries, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'
import { unpricedHistory, unpricedWhy } from '#app/testing/unpriced.ts'
import { WhyPanel } from './why-panel.tsx'

const history = unpricedHistory(sampleHistory('6M'))
/** Texts of a number that is missing. */
const missingNumber = /NaN|undefined|null|\$0\.00|\b0\.00\b/

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: sampleWhy.symbol }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
})
afterEach(() => vi.unstubAllGlobals())

async function showWhy({
  why = sampleWhy,
  history: shownHistory = sampleHistory('6M'),
  news = { symbol: sampleWhy.symbol, news: [] },
}: { why?: WireWhy; history?: History; news?: News } = {}) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('history') ? shownHistory : url.includes('news') ? news : why),
  )
  return render(
    <TestApp>
      <PanelFrame width={480}>
        <WhyPanel />
      </PanelFrame>
    </TestApp>,
  )
}
const factOf = (name: string) =>
  page.getByRole('term').filter({ hasText: name }).element().nextElementSibling!

describe('without the licence of prices', () => {
  const show = async () => (await showWhy({ why: unpricedWhy(sampleWhy), history })).container

  test('shows the reason in their place and the derived figures', async () => {
    const container = await show()
    await expect
      .element(page.getByText('Prices and returns are not shown. Not licensed for this site.'))
      .toBeVisible()
    await expect
      .element(page.getByText('The price chart is not shown. Not licensed for this site.'))
      .toBeVisible()
    expect(factOf('Technical rank').textContent).toContain(String(sampleWhy.technicalRank))
    expect(factOf('30-day IV').textContent).toMatch(/%/)
    expect(container.textContent).not.toMatch(missingNumber)
    expect(await axeViolations(container)).toEqual([])
  })

  test('hidden facts are dashes with the reason, not “Unknown”', async () => {
    await show()
    await expect.element(page.getByText('Technical rank')).toBeVisible()
    for (const name of ['52-week range', 'Volume', 'P/E'])
      expect(factOf(name).textContent + (factOf(name).querySelector('[aria-label]')?.ariaLabel ?? '')).toBe(
        '—Not licensed for this site.',
      )
  })

  test('the controls of the chart are disabled, and their description is the reason', async () => {
    const container = await show()
    const range = page.getByRole('radiogroup', { name: 'Chart range' })
    await expect.element(range).toHaveAttribute('aria-disabled', 'true')
    await expect.element(range).toHaveAccessibleDescription(/^The price chart is not shown\./)
    await expect.element(range.getByRole('radio').first()).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'View as table' })).toBeDisabled()
    expect(container.querySelector('.why-layers')).toBeNull()
  })

  test('takes no space of the chart: the facts follow its note', async () => {
    const container = await show()
    await expect.element(page.getByText(/^The price chart is not shown/)).toBeVisible()
    const note = page
      .getByText(/^The price chart is not shown/)
      .element()
      .getBoundingClientRect()
    const facts = container.querySelector('.why-facts')!.getBoundingClientRect()
    expect(facts.top - note.bottom).toBeLessThan(32)
  })

  test('a signal has its day, and no link to its bar', async () => {
    const container = await show()
    await expect.element(page.getByText('Technical rank')).toBeVisible()
    expect(sampleWhy.rules.length).toBeGreaterThan(0)
    expect(container.querySelectorAll('.why-rule-mark').length).toBe(sampleWhy.rules.length)
    expect(container.querySelector('[data-action="show-signal"]')).toBeNull()
  })
})

test('with the licence of daily prices only, says that current prices are not shown, and has the chart', async () => {
  const unpriced = unpricedWhy(sampleWhy)
  const why: WireWhy = {
    ...unpriced,
    supportAndResistance: sampleWhy.supportAndResistance,
    rules: sampleWhy.rules,
    unknown: unpriced.unknown.filter(({ field }) => field.startsWith('expandedQuote')),
    dataStatus: { ...unpriced.dataStatus, dataClass: 'end-of-day' },
  }
  const { container } = await showWhy({ why })
  await expect
    .element(page.getByText('Current prices are not shown. Not licensed for this site.'))
    .toBeVisible()
  await expect.poll(() => container.querySelector('.why-marks')).not.toBeNull()
  await expect
    .element(page.getByRole('radiogroup', { name: 'Chart range' }))
    .not.toHaveAttribute('aria-disabled')
  expect(container.querySelector('[data-action="show-signal"]')).not.toBeNull()
  expect(container.textContent).not.toMatch(missingNumber)
})

test('states which facts the source does not provide', async () => {
  await showWhy({
    why: {
      ...sampleWhy,
      earningsDate: null,
      dividend: null,
      unknown: [
        { field: 'earningsDate', reason: 'not-provided', asOf: null },
        { field: 'dividend', reason: 'not-given', asOf: null },
      ],
    },
  })
  await expect.element(page.getByText('Technical rank')).toBeVisible()
  const earnings = factOf('Earnings').querySelector('small')!
  expect(earnings.textContent).toBe('Not provided by the data source.')
  expect(earnings.checkVisibility()).toBe(true)
  expect(factOf('Dividend').textContent).toBe('—The data source does not say.')
})

test('states that the source provides no headlines', async () => {
  host.setState({ options: { showNewsTab: true } })
  await showWhy({ news: { symbol: sampleWhy.symbol, news: [], unknown: 'not-provided' } })
  await page.getByRole('tab', { name: 'News' }).click()
  await expect.element(page.getByText('Not provided by the data source.')).toBeVisible()
})

test('states that market data is not enabled, if the service refuses the look-up', async () => {
  vi.stubGlobal('fetch', async () => Response.json(problemDetails('not-licensed'), { status: 403 }))
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <WhyPanel />
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByText('Market data is not enabled for this site')).toBeVisible()
})
