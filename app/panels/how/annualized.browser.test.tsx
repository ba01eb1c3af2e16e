/** The How panel with and without annualised returns (option of the partner), in every language. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { message, renderEnglish } from '#contract/text/messages.ts'
import { locales } from '#contract/text/locales.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { settings } from '#app/testing/fake-network.ts'
import { namespaces, startI18n } from '#app/i18n/i18n.ts'
import { yearWords } from '#app/i18n/year-words.fixture.ts'
import { initialView } from '#app/state/view.ts'
import { host, live, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from './how-panel.tsx'
import { madeUpIncome } from '#app/testing/income.ts'

/** Adds the sentences that the service writes about an option. */
function withSentences(option: IncomeOption): IncomeOption {
  const figures = {
    return: option.return,
    annualized: option.annualizedReturn,
    mark: option.daysUntilExpiry < 60 ? '*' : '',
  }
  const plain = message('income.call', {
    ...figures,
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
  const check = message('checklist.AnnualizedReturn.Good', figures)
  return {
    ...option,
    inPlainEnglish: renderEnglish(plain),
    inPlainEnglishMessage: plain,
    checklist: [
      ...option.checklist,
      {
        name: 'AnnualizedReturn',
        severity: 'Good',
        reason: null,
        sentence: renderEnglish(check),
        sentenceMessage: check,
      },
    ],
  }
}

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({ quotes: {}, frame: null, connection: 'live', lastFrameAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async () => {
    const income = madeUpIncome()
    return Response.json({
      ...income,
      callOptimals: income.callOptimals.map(withSentences),
      putOptimals: income.putOptimals.map(withSentences),
    })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  host.setState({ settings: null })
  await i18next.changeLanguage('en')
})

/** Returns the visible text of the panel with its comparison open. */
async function visibleText(hideAnnualised: boolean): Promise<string> {
  host.setState({ phase: 'ready', options: null, settings: { ...settings, hideAnnualised } })
  const { container, unmount } = await render(
    <TestApp>
      <Suspense>
        <HowPanel onTrade={() => undefined} />
      </Suspense>
    </TestApp>,
  )
  await expect.poll(() => container.querySelector('.how-reasons summary')).toBeTruthy()
  container.querySelector<HTMLElement>('.how-reasons summary')!.click()
  await expect.poll(() => container.querySelector('.how-english')?.textContent).toBeTruthy()
  container.querySelector<HTMLElement>('[data-action="review"]')!.click()
  await expect.poll(() => container.querySelector('.how-outcome')).toBeTruthy()
  // One contract below 60 days, which also has the footnote, and one above.
  for (const cell of ['short-conservative', 'medium-conservative']) {
    container.querySelector<HTMLElement>(`[data-cell="${cell}"]`)!.click()
    await expect.poll(() => container.querySelector(`[data-cell="${cell}"]`)?.ariaSelected).toBe('true')
    await page.getByRole('button', { name: i18next.t('how:compare.toggle'), exact: true }).click()
  }
  await page.getByRole('button', { name: i18next.t('how:compare.open') }).click()
  await expect.poll(() => container.querySelector('.dialog-wide[open]')).toBeTruthy()
  const text = document.body.innerText
  await unmount()
  return text
}

test.each(locales)(
  '%s: shows all annualised figures, notes and words, or none of them if they are hidden',
  async (locale) => {
    await i18next.loadNamespaces(namespaces)
    await i18next.changeLanguage(locale)
    const words = new RegExp(yearWords[locale], `g${yearWords[locale].flags}`)
    const shown = await visibleText(false)
    // Figure, footnote, sentence, checklist item, row of the comparison.
    expect(shown.match(words)?.length).toBeGreaterThanOrEqual(5)
    view.setState({ ...initialView, symbol: 'AAPL' }, true)
    const hidden = await visibleText(true)
    expect(hidden.match(words)).toBeNull()
    expect(hidden).not.toContain('*')
    expect(hidden.length).toBeGreaterThan(shown.length / 2)
  },
)
