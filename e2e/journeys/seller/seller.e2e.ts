/**
 * A seller's journeys by mouse, keyboard, touch and screen reader. The data stands still, so that a screen reader's
 * phrases are known. The service scans its own market first, so `npm test` leaves them out; `npm run test:e2e` runs them.
 */
import { inputMethodNames, inputMethodOf } from '#e2e/kit/input-methods.ts'
import { frameOf } from '#e2e/kit/page.ts'
import { startScreenReader } from '#e2e/kit/screen-reader/screen-reader.ts'
import { expect } from '@playwright/test'
import { onlyOrder, openBroker, test } from './fixtures.ts'
import { expectOrder, type Journey, journeyNames, journeys, pastedRoll } from './journeys.ts'
import { languages } from './labels.ts'
import { phrases } from './phrases.ts'
import { Seller } from './seller.ts'

for (const name of inputMethodNames)
  test.describe(`by ${name}`, () => {
    if (name === 'touch') test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

    for (const journey of [...Object.values<Journey>(journeys), pastedRoll])
      test(journey.title, { tag: '@extended' }, async ({ host, page }) => {
        const input = inputMethodOf(name, page)
        await openBroker(host, { locale: 'en', ...journey.options })
        await journey.travel(new Seller(host, input, 'en'))
        expectOrder(await onlyOrder(host), journey)
        if (name !== 'mouse') return
        expect(input.presses, 'clicks').toBeLessThanOrEqual(journey.steps.clicks)
        expect(input.entries, 'entries').toBeLessThanOrEqual(journey.steps.entries)
      })
  })

for (const language of languages)
  test.describe(`by screen reader, ${language}`, () => {
    for (const name of journeyNames)
      test(journeys[name].title, { tag: '@extended' }, async ({ host, page }) => {
        const journey: Journey = journeys[name]
        await openBroker(host, { locale: language, ...journey.options })
        const input = await startScreenReader(page, await frameOf(page, 'ideas'))
        await journey.travel(new Seller(host, input, language))
        expectOrder(await onlyOrder(host), journey)

        expectHeard(input.heard, phrases[name][language])
      })
  })

/** Fails unless the phrases were spoken in this order; others may be between them. */
function expectHeard(heard: readonly string[], expected: readonly string[]): void {
  let position = 0
  for (const phrase of expected) {
    const index = heard.findIndex((spoken, index) => index >= position && spoken.includes(phrase))
    expect(
      index,
      `“${phrase}” is said after “${heard[position - 1] ?? ''}”:\n${heard.slice(position).join('\n')}`,
    ).not.toBe(-1)
    position = index + 1
  }
}
