/**
 * The How panel with and without annualised returns (the partner's setting `hideAnnualised`), in
 * every language.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
// The `pure` variant does not unmount after each test.
import { render } from 'vitest-browser-react/pure'
import { message, renderEnglish } from '#contract/text/messages.ts'
import { locales } from '#contract/text/locales.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { settings } from '#app/testing/fake-network.ts'
import { namespaces, startI18n } from '#app/i18n/i18n.ts'
import { yearWords } from '#app/i18n/year-words.fixture.ts'
import { initialView } from '#app/state/view.ts'
import { host, live, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from './how-panel.tsx'
import { sampleIncome } from '#app/testing/income.ts'

/** Adds the sentences that the service writes about an option. */
function withSentences(option: IncomeOption): IncomeOption {
  const params = {
    return: option.return,
    annualized: option.annualizedReturn,
    mark: option.daysUntilExpiry < 60 ? '*' : '',
  }
  const summary = message('income.call', {
    ...params,
    count: 1,
    symbol: 'AAPL',
    expiry: option.expiryDate,
    strike: option.strike,
    premium: option.premium,
    shares: 100,
    income: 380,
    days: option.daysUntilExpiry,
    probability: option.probability,
    maxReward: option.maxReward,
    maxRisk: option.maxRisk,
    breakeven: option.breakeven,
  })
  const checklistMessage = message('checklist.AnnualizedReturn.Good', params)
  return {
    ...option,
    inPlainEnglish: renderEnglish(summary),
    inPlainEnglishMessage: summary,
    checklist: [
      ...option.checklist,
      {
        name: 'AnnualizedReturn',
        severity: 'Good',
        reason: null,
        sentence: renderEnglish(checklistMessage),
        sentenceMessage: checklistMessage,
      },
    ],
  }
}

beforeAll(async () => {
  await startI18n('en', i18next)
  await i18next.loadNamespaces(namespaces)
  vi.stubGlobal('fetch', async () => {
    const income = sampleIncome()
    return Response.json({
      ...income,
      callOptimals: income.callOptimals.map(withSentences),
      putOptimals: income.putOptimals.map(withSentences),
    })
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  host.setState({ settings: null })
})

/** For waits outside of tests, which have no limit of the project. */
const longWait = { timeout: 15_000 }

/**
 * Clicks the element of a selector as soon as it exists. Loading its chunk from a cold dev server
 * takes seconds.
 */
async function click(container: HTMLElement, selector: string): Promise<void> {
  await vi.waitUntil(() => container.querySelector(selector), longWait)
  container.querySelector<HTMLElement>(selector)!.click()
}

/** Renders the panel in English and opens everything that may contain annualised returns. */
async function openPanel(
  hideAnnualised: boolean,
): Promise<{ container: HTMLElement; close: () => Promise<void> }> {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  host.setState({ phase: 'ready', options: null, settings: { ...settings, hideAnnualised } })
  const { container, unmount } = await render(
    <TestApp>
      <Suspense>
        <HowPanel onTrade={() => undefined} />
      </Suspense>
    </TestApp>,
  )
  await click(container, '.how-reasons summary')
  await vi.waitUntil(() => container.querySelector('.how-english')?.textContent, longWait)
  await click(container, '[data-action="review"]')
  await vi.waitUntil(() => container.querySelector('.how-outcome'), longWait)
  // One contract with less than 60 days to expiry, which has the footnote, and one with more.
  for (const cell of ['short-conservative', 'medium-conservative']) {
    await click(container, `[data-cell="${cell}"]`)
    await vi.waitUntil(
      () => container.querySelector(`[data-cell="${cell}"]`)?.ariaSelected === 'true',
      longWait,
    )
    await page.getByRole('button', { name: i18next.t('how:compare.toggle'), exact: true }).click()
  }
  await page.getByRole('button', { name: i18next.t('how:compare.open') }).click()
  await vi.waitUntil(() => container.querySelector('.dialog-wide[open]'), longWait)
  const close = async () => {
    await i18next.changeLanguage('en')
    await unmount()
  }
  return { container, close }
}

// All languages share one panel, because opening it takes ten times as long as reading its text.
describe.each([
  ['shows all annualised figures, notes and words', false],
  ['shows no annualised figures, notes and words if they are hidden', true],
])('%s', (_, hideAnnualised) => {
  let panel: Awaited<ReturnType<typeof openPanel>>
  beforeAll(async () => {
    panel = await openPanel(hideAnnualised)
  })
  afterAll(() => panel.close())

  test.each(locales)('%s', async (locale) => {
    await i18next.changeLanguage(locale)
    await expect.poll(() => panel.container.textContent).toContain(i18next.t('how:compare.open'))
    const annualizedWords = new RegExp(yearWords[locale], `g${yearWords[locale].flags}`)
    const text = document.body.innerText
    // With and without annualised figures, dialog and sentences are rendered in this language.
    expect(text).toContain(i18next.t('how:compare.title'))
    expect(panel.container.querySelector('.how-english')?.textContent).not.toBe('')
    if (hideAnnualised) {
      expect(text.match(annualizedWords)).toBeNull()
      expect(text).not.toContain('*')
    }
    // One match each in figure, footnote, sentence, checklist item and row of the comparison.
    else expect(text.match(annualizedWords)?.length).toBeGreaterThanOrEqual(5)
  })
})
