/** The whole app with the real service: best income, How and the order size a put by the same cash. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeState } from '#app/state/app-state.ts'
import { useView } from '#app/state/view.ts'
import { openWholeApp } from './whole-app.fixture.ts'

const app = makeState()
let stop: () => void
beforeAll(async () => {
  await page.viewport(1440, 1000)
  stop = await openWholeApp(app, 'en')
}, 120_000)
afterAll(() => stop())

const textOf = (selector: string): string =>
  (document.querySelector(selector)?.textContent ?? '').replaceAll(/\s+/g, ' ')

test('list, position and order agree to the cent', async () => {
  useView.of(app).setState({ list: 'income', incomeLeg: 'put' })
  await page.getByRole('textbox', { name: 'Cash for puts' }).first().fill('25000.50')
  await expect.poll(() => textOf('[data-income] .income-size')).toMatch(/^\d+ contracts? · \$.* left$/)
  const rows = [...document.querySelectorAll<HTMLElement>('[data-income]')].slice(0, 3)
  expect(rows.length).toBeGreaterThan(0)
  for (const { dataset } of rows) {
    const row = `[data-income="${dataset['income']}"]`
    const size = textOf(`${row} .income-size`)
    document.querySelector<HTMLElement>(row)!.click()
    const [, contracts = '', setAside = '', left = ''] =
      /^(\d+) contracts? · \$([\d,.]+) set aside · \$([\d,.]+) left$/.exec(size) ?? []
    await expect.poll(() => textOf('.how-hint')).toBe(size)
    const amount = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)
    expect(amount(setAside) + amount(left)).toBe(2_500_050)
    await expect
      .poll(() => textOf('.how-card h3'))
      .toMatch(new RegExp(`^Sell ${contracts} ${dataset['income']} `))
    document.querySelector<HTMLElement>('[data-action="review"]')!.click()
    await expect
      .poll(() => amount(/Cash to set aside\s*\$([\d,.]+)/.exec(textOf('.how-review'))?.[1] ?? ''))
      .toBe(amount(setAside))
    document.querySelector<HTMLElement>('.how-review [data-action="close"]')!.click()
  }
})
