/** Implied volatility by strike and by expiration in a contract's details: chart, table, keyboard, missing data. */
import '#app/ui/base.css'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Chain } from '#contract/responses/chain.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleChain, asRefusedOption } from '#app/testing/chain.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { connectFeed, host, makeClientWithoutRetries, view, TestApp } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

let chainOf: (expiry: string | null) => Chain | Response
let requests: string[]

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  requests = []
  chainOf = (expiry) => sampleChain(expiry)
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  connectFeed()
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url.pathname)
    if (!url.pathname.includes('/chain/')) return Response.json(sampleIncome())
    const chain = chainOf(url.searchParams.get('expiry'))
    return chain instanceof Response ? chain : Response.json(chain)
  })
})
afterEach(() => vi.unstubAllGlobals())

const smile = page.getByRole('figure', { name: 'Implied volatility by strike' })
const termStructure = page.getByRole('figure', { name: 'Implied volatility by expiration' })

async function openDetails({ width = 410, dir = 'ltr' } = {}) {
  const { container } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div dir={dir} style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, blockSize: 900, display: 'grid' }}>
            <HowPanel onTrade={() => undefined} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  const toggle = page.getByRole('button', { name: 'Details' })
  await expect.element(toggle).toBeVisible()
  expect(
    requests.filter((path) => path.includes('/chain/')),
    'requests for a chain before the details are open',
  ).toEqual([])
  await toggle.click()
  return container
}
const drawing = (figure: typeof smile) => figure.element().querySelector('svg.recharts-surface')

test('draws puts and calls by strike, with the contract’s strike and the stock price in the legend', async () => {
  await openDetails()
  await expect.element(smile).toBeVisible()
  await expect.poll(() => drawing(smile)).not.toBeNull()
  for (const name of ['Puts', 'Calls', 'Strike $255.00', 'Stock price $231.42'])
    await expect.element(smile.getByText(name, { exact: true })).toBeVisible()
  await expect.poll(() => smile.element().querySelectorAll('.recharts-line-curve').length).toBe(2)
  expect(smile.element().querySelectorAll('.recharts-reference-line')).toHaveLength(2)
  expect(smile.element().textContent).toContain('Volatility, % per year')
})

test('the keyboard switches from the chart to a table of the same figures and back', async () => {
  await openDetails()
  const button = termStructure.getByRole('button', { name: 'Show as table' })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const table = termStructure.getByRole('table', {
    name: 'Implied volatility at the money by expiration, per year',
  })
  await expect.element(table).toBeVisible()
  const cells = [...table.element().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(cells[0]).toEqual(['Expiration', 'Days to expiration', 'Volatility, % per year'])
  expect(cells[3]).toEqual(['Jan 15, 2027', '64', '27.0%'])
  expect(table.element().querySelectorAll('th[scope=row]')).toHaveLength(5)
  await userEvent.keyboard('{Enter}')
  await expect.element(table).not.toBeInTheDocument()
  await expect.poll(() => drawing(termStructure)).not.toBeNull()
})

test('the arrow keys move the tooltip from point to point', async () => {
  await openDetails()
  await expect.poll(() => drawing(termStructure)?.getAttribute('tabindex')).toBe('0')
  ;(drawing(termStructure) as SVGElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .poll(() => termStructure.element().querySelector('.recharts-tooltip-wrapper')?.textContent)
    .toContain('Dec 18, 2026')
  expect(termStructure.element().querySelector('.recharts-tooltip-wrapper')?.textContent).toContain('27.0%')
})

test('shows how many quotes are omitted, and why', async () => {
  chainOf = (expiry) => {
    const chain = sampleChain(expiry)
    const expiries = chain.expiries.map((expiration) => ({
      ...expiration,
      rows: expiration.rows.map((row, index) =>
        index < 3 && row.call ? { ...row, call: asRefusedOption(row.call, 'crossed') } : row,
      ),
    }))
    return { ...chain, expiries }
  }
  await openDetails()
  await expect.element(smile.getByText('3 of 82 quotes left out: crossed quotes.')).toBeVisible()
})

test('shows the reason instead of a chart if no quote is usable', async () => {
  chainOf = (expiry) => {
    const chain = sampleChain(expiry)
    return {
      ...chain,
      unknown: [{ field: 'expiries', reason: 'old-chain', asOf: '2026-11-10' }],
      expiries: chain.expiries.map((expiration) => ({
        ...expiration,
        impliedVolatility: null,
        refused: 'old-chain' as const,
        rows: expiration.rows.map(({ strike, call, put }) => ({
          strike,
          call: call && asRefusedOption(call, 'old-chain'),
          put: put && asRefusedOption(put, 'old-chain'),
        })),
      })),
    }
  }
  await openDetails()
  await expect
    .element(page.getByRole('region', { name: 'Implied volatility by strike' }))
    .toHaveTextContent(
      'Implied volatility by strikeNo quote of this expiration can be used. The option quotes are of Nov 10, 2026, the price is of another day.',
    )
  await expect
    .element(page.getByRole('region', { name: 'Implied volatility by expiration' }))
    .toHaveTextContent(
      'Implied volatility by expirationNo expiration has quotes that can be used. The option quotes are of Nov 10, 2026, the price is of another day.',
    )
  await expect.element(smile).not.toBeInTheDocument()
})

test('shows a failed request, and a retry loads the charts', async () => {
  chainOf = () => Response.json({}, { status: 503 })
  await openDetails()
  await expect.element(page.getByText('The volatilities could not be loaded')).toBeVisible()
  chainOf = (expiry) => sampleChain(expiry)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(smile).toBeVisible()
})

test.each([
  { width: 410, dir: 'ltr' },
  { width: 296, dir: 'rtl' },
  { width: 700, dir: 'ltr' },
])('has no accessibility violations and no overflow ($width, $dir)', async (layout) => {
  const container = await openDetails(layout)
  await expect.poll(() => drawing(termStructure)).not.toBeNull()
  await smile.getByRole('button', { name: 'Show as table' }).click()
  const details = container.querySelector('.how-details')!
  const { violations } = await axe.run(details as HTMLElement)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  for (const figure of details.querySelectorAll('figure'))
    expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth)
})
