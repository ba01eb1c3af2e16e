import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { TestApp, view } from '#app/testing/test-app.tsx'
import { FilterForm } from './filter-form.tsx'
import { sampleIdea, sampleRule } from '#app/testing/ideas.ts'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => view.setState(initialView, true))
afterEach(async () => void (await i18next.changeLanguage('en')))

const show = async (locale: string) => {
  await i18next.changeLanguage(locale)
  // The reason of a match contains its period; the name of the rule does not.
  const rule = {
    ...sampleRule('cci-rises-above-minus-200', 'Bullish'),
    ruleMatch: 'CCI leaves oversold',
    reasonMessage: { code: 'rule.cci-rises-above-minus-200.reason', params: { period: 14, level: -200 } },
  }
  const ideas = ['Technology', 'Basic Materials', 'Space Mining', ''].map((sector, index) =>
    sampleIdea(`S${index}`, { sector, rules: [rule] }),
  )
  await render(
    <TestApp>
      <Suspense>
        <FilterForm ideas={ideas} />
      </Suspense>
    </TestApp>,
  )
}
const choices = async (label: string) => {
  const select = page.getByRole('combobox', { name: label })
  await expect.element(select).toBeVisible()
  return {
    select,
    texts: [...select.element().querySelectorAll('option')].map((option) => option.textContent),
  }
}

test('localises and sorts sectors; unknown sectors keep the name in the data', async () => {
  await show('de')
  const { select, texts } = await choices('Sektor')
  expect(texts.slice(1)).toEqual(['Grundstoffe', 'Space Mining', 'Technologie'])
  await select.selectOptions('Technologie')
  expect(view.getState().filters.sector).toBe('Technology')
})

test('shows the name of the rule of a signal, not the reason of a match', async () => {
  await show('fr')
  const { texts } = await choices('Signal')
  expect(texts.slice(1)).toEqual(['CCI\u00a0: fin de survente'])
})
