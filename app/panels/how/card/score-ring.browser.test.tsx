/** The ring of the score: its word, its colour, and the explanations in its popover. */
import '#app/ui/base.css'
import './card.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { ratingOf } from '#contract/text/checklist-bands.ts'
import { sampleOption } from '#app/testing/income.ts'
import { host, makeClientWithoutRetries, TestApp } from '#app/testing/test-app.tsx'
import { ScoreRing } from './score-ring.tsx'

beforeAll(async () => {
  await startI18n('en', i18next)
  await i18next.loadNamespaces('how')
})
beforeEach(() => host.setState({ phase: 'ready', options: null, settings: null }))

/** Renders a ring whose checklist has the rating of the score with this standard error. */
async function renderRing(serviceScore: number, { scoreError = 0, ...change }: Partial<IncomeOption> = {}) {
  const sample = sampleOption({})
  const { severity } = ratingOf('score', serviceScore, scoreError)
  const checklist = sample.checklist.map((item) => (item.name === 'Score' ? { ...item, severity } : item))
  const { container } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <ScoreRing option={{ ...sample, bid: 4.1, ask: 4.2, ...change, checklist, serviceScore }} />
      </Suspense>
    </TestApp>,
  )
  const button = page.getByRole('button', { name: new RegExp(`^Score ${serviceScore} of 250`) })
  await expect.element(button).toBeVisible()
  const style = (name: string) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const { stroke } = getComputedStyle(container.querySelector('.how-ring')!)
  return { button, isGreen: stroke === style('--sw-good'), isRed: stroke === style('--sw-bad') }
}

test.each([
  [104, 4.1, 'a fair bet', { isGreen: false, isRed: false }],
  [104, 4, 'better than a fair bet', { isGreen: true, isRed: false }],
  [77, 3, 'slightly below a fair bet', { isGreen: false, isRed: false }],
  [77, 2.9, 'well below a fair bet', { isGreen: false, isRed: true }],
])('a score of %i with a standard error of %f is %s', async (score, scoreError, word, colors) => {
  const ring = await renderRing(score, { scoreError })
  await expect.element(ring.button).toHaveAccessibleName(`Score ${score} of 250: ${word}`)
  expect(ring).toMatchObject(colors)
})

test.each([
  [79, 'well below a fair bet', { isGreen: false, isRed: true }],
  [80, 'slightly below a fair bet', { isGreen: false, isRed: false }],
  [99, 'slightly below a fair bet', { isGreen: false, isRed: false }],
  [100, 'a fair bet', { isGreen: false, isRed: false }],
  [101, 'better than a fair bet', { isGreen: true, isRed: false }],
])('a score of %i is %s', async (score, word, colors) => {
  const ring = await renderRing(score)
  await expect.element(ring.button).toHaveAccessibleName(`Score ${score} of 250: ${word}`)
  expect(ring).toMatchObject(colors)
})

test('a score above 100 is explained in place', async () => {
  const { button } = await renderRing(106)
  await button.click()
  await expect.element(page.getByText(/Above 100, this forecast expects more gain than loss/)).toBeVisible()
})

test('the move of a report that the forecast contains is shown, and none otherwise', async () => {
  const { scoreParts } = sampleOption({})
  const { button } = await renderRing(90, { scoreParts: { ...scoreParts, reportMove: 0.0591 } })
  await button.click()
  await expect.element(page.getByText('Expected move from earnings')).toBeVisible()
  await expect.element(page.getByText('±5.9%')).toBeVisible()
})

test('a contract with a wide spread has no green ring, and the popover says what the spread means', async () => {
  const { button, isGreen } = await renderRing(106, { bid: 3, ask: 4.06 })
  expect(isGreen).toBe(false)
  await button.click()
  await expect.element(page.getByText(/The bid-ask spread is 30% of the mid price/)).toBeVisible()
})
