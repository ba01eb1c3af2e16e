/** The year of implied and realised volatility, as its readers meet it. */
import '#app/ui/base.css'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { VolatilityHistory } from '#contract/responses/volatility.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { TestApp } from '#app/testing/test-app.tsx'
import { madeUpVolatility } from '#app/testing/volatility.ts'
import { madeUpWhy } from '#app/testing/why.ts'
import { Facts } from './facts.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
afterEach(() => vi.unstubAllGlobals())

const year = page.getByRole('button', { name: 'Implied and realised volatility over the last year' })

async function show(response: VolatilityHistory | Response) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, location.href).pathname)
    return response instanceof Response ? response.clone() : Response.json(response)
  })
  const { container } = await render(
    <TestApp>
      <Suspense>
        <Facts why={madeUpWhy} />
      </Suspense>
    </TestApp>,
  )
  return { container, requests }
}

test('is requested when it is opened, and shows both lines with their names', async () => {
  const { container, requests } = await show(madeUpVolatility())
  await expect.element(year).toHaveAttribute('aria-expanded', 'false')
  expect(requests).toEqual([])
  await year.click()
  await expect
    .element(page.getByRole('figure', { name: 'Implied and realised volatility, one year' }))
    .toBeVisible()
  await expect.poll(() => container.querySelectorAll('.recharts-line-curve').length).toBe(2)
  await expect.element(page.getByText('30-day implied')).toBeVisible()
  await expect.element(page.getByText('20-session realised')).toBeVisible()
  expect(requests).toEqual(['/api/v1/platform/why/AAPL/volatility'])
  await year.click()
  await expect.element(page.getByRole('figure')).not.toBeInTheDocument()
})

test('has the same figures as a table, by keyboard, newest first; an unknown one is a dash', async () => {
  const { container } = await show(madeUpVolatility())
  await year.click()
  const toTable = page.getByRole('button', { name: 'View as table' })
  await expect.element(toTable).toBeVisible()
  toTable.element().focus()
  await userEvent.keyboard('{Enter}')
  const table = page.getByRole('table', { name: 'Implied and realised volatility, one year' })
  await expect.element(table).toBeVisible()
  const rows = [...table.element().querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows).toHaveLength(252)
  expect(rows[0]).toMatch(/^Nov 12, 2026\d+\.\d%—$/)
  const { violations } = await axe.run(container)
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
})

test('says what is not known instead of drawing it', async () => {
  const known = madeUpVolatility()
  const unknown = [{ field: 'implied', reason: 'not-given' as const, asOf: null }]
  const { container } = await show({ ...known, implied: known.date.map(() => null), unknown })
  await year.click()
  await expect.element(page.getByText('No implied volatility is stored for this symbol.')).toBeVisible()
  await expect.poll(() => container.querySelectorAll('.recharts-line-curve').length).toBe(1)
})

test('counts the days of which an implied volatility is stored', async () => {
  const known = madeUpVolatility()
  const implied = known.implied.map((value, index) => (index < 240 ? null : value))
  await show({ ...known, implied })
  await year.click()
  await expect
    .element(page.getByText('Implied volatility is stored for 12 of 252 days; the others are left blank.'))
    .toBeVisible()
})
