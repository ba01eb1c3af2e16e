/** Implied volatility by strike and by expiration in the details of a contract. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Chain } from '#contract/responses/chain.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { madeUpChain } from '#app/testing/chain.ts'
import { madeUpNine } from '#app/testing/income.ts'
import { TestApp } from '#app/testing/test-app.tsx'
import { Volatility } from './volatility.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
afterEach(() => vi.unstubAllGlobals())

const option = madeUpNine('call').find(({ expiryDate }) => expiryDate === '2026-12-18')!

async function show(chain: Chain) {
  vi.stubGlobal('fetch', async () => Response.json(chain))
  const { container } = await render(
    <TestApp>
      <Suspense>
        <div style={{ inlineSize: 360 }}>
          <Volatility symbol="AAPL" option={option} />
        </div>
      </Suspense>
    </TestApp>,
  )
  return container
}
const smile = page.getByRole('figure', { name: 'Implied volatility by strike, Dec 18' })
const term = page.getByRole('figure', { name: 'Implied volatility by expiration' })

test('shows the smile with strike and stock price, and the term structure with the own expiration', async () => {
  const container = await show(madeUpChain('2026-12-18'))
  await expect.element(smile).toBeVisible()
  await expect.element(term).toBeVisible()
  await expect.poll(() => container.querySelectorAll('.recharts-line-curve').length).toBe(2)
  const marks = [...container.querySelectorAll('.recharts-label')].map((label) => label.textContent)
  expect(marks.toSorted()).toEqual(['Stock', 'Strike', 'This expiration'])
})

test('each chart has a table of its own', async () => {
  await show(madeUpChain('2026-12-18'))
  await page.getByRole('button', { name: 'View as table' }).first().click()
  const table = page.getByRole('table', { name: 'Implied volatility by strike, Dec 18' })
  await expect.element(table).toBeVisible()
  expect([...table.element().querySelectorAll('th[scope=col]')].map((head) => head.textContent)).toEqual([
    'Strike',
    'Implied volatility',
  ])
  await expect.element(term).toBeVisible()
})

test('says so if no quote of the expiration is usable', async () => {
  const chain = madeUpChain('2026-12-18')
  await show({
    ...chain,
    expiries: chain.expiries.map((each) => ({ ...each, impliedVolatility: null, rows: [] })),
  })
  await expect.element(page.getByText(/Fewer than two strikes of this expiration/)).toBeVisible()
  await expect.element(page.getByText(/Fewer than two expirations/)).toBeVisible()
})
