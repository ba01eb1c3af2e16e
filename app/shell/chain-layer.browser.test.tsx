/** The chain over the panels before How, its comparison, and the order at the foot of How, in the widget's layout. */
import '#app/ui/base.css'
import './shell.css'
import './auto-height.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { WhyPanel } from '#app/panels/why/why-panel.tsx'
import { resetOrder } from '#app/state/order/order.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleChain } from '#app/testing/chain.ts'
import { sampleIncome, sampleOption } from '#app/testing/income.ts'
import { panelResponse } from '#app/testing/panel-response.ts'
import { app, host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'

let client: ReturnType<typeof makeClientWithoutRetries>

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  client = makeClientWithoutRetries()
  // oxlint-disable-next-line no-restricted-globals -- the chosen columns of another test
  localStorage.clear()
  view.setState({ ...initialView, symbol: 'AAPL', tab: 'how' }, true)
  resetOrder(app)
  useTickets.of(app).setState({ tickets: [] })
  host.setState({
    phase: 'ready',
    options: null,
    settings: null,
    subscribedEvents: new Set(['TRADE_TICKET_EXECUTE']),
  })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, location.href)
    const id = searchParams.get('contract')
    const contract = id
      ? sampleOption({ id, strike: Number(id.slice(-8)) / 1000, premium: 2.5, bid: 2.5, ask: 2.6 })
      : null
    return panelResponse(pathname, {
      chain: sampleChain(searchParams.get('expiry')),
      income: sampleIncome({ contract }),
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['autoHeight']
})

async function renderWidget({ width = 1440, height = 820 } = {}) {
  await page.viewport(width, height)
  const tickets: TradeTicket[] = []
  const { container } = await render(
    <TestApp client={client}>
      <Suspense>
        <div className="w" style={{ blockSize: height }}>
          <main className="main">
            <div className="panels" data-tab="how">
              <section className="panel panel-what">
                <button type="button">Idea</button>
              </section>
              <WhyPanel />
              <HowPanel onTrade={(ticket) => tickets.push(ticket)} />
            </div>
          </main>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByRole('button', { name: 'Review', exact: true })).toBeVisible()
  const find = (selector: string) => container.querySelector<HTMLElement>(selector)!
  return { tickets, find, boxOf: (selector: string) => find(selector).getBoundingClientRect() }
}
const openChain = async () => {
  await page.getByRole('radio', { name: 'Chain' }).click()
  await expect.element(contract(/^255 Call/)).toBeVisible()
}
const contract = (name: RegExp) => page.getByRole('gridcell', { name })
const compare = (name: string) => page.getByRole('button', { name: `Compare ${name}`, exact: true })
const chain = () => page.getByRole('region', { name: 'Option chain of AAPL' })
const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })

describe('from 1024 px', () => {
  test.each([1024, 1280, 1440])(
    'at %i px the chain covers list and chart with calls and puts, and How stays in place',
    async (width) => {
      const { find, boxOf } = await renderWidget({ width })
      const before = boxOf('.how-views')
      await openChain()
      expect(boxOf('.how-views')).toEqual(before)
      expect(find('.chain-row').querySelectorAll('.chain-side')).toHaveLength(2)
      expect(find('.chain-table').dataset['stacked']).toBe('false')
      expect([isVisible(find('.panel-what button')), isVisible(find('.panel-why'))]).toEqual([false, false])
      const [region, body] = [boxOf('.how-chain'), boxOf('.panel-how .panel-body')]
      expect(region.left).toBe(0)
      expect(Math.abs(region.right - body.left)).toBeLessThanOrEqual(2)
      const scroller = find('.chain-scroll')
      expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
      for (const figure of document.querySelectorAll('.chain-row .chain-figure'))
        expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth + 1)
    },
  )

  test('Escape and the button close the chain; the switch gets the focus if the chain had it', async () => {
    const { find } = await renderWidget()
    await openChain()
    await contract(/^255 Call/).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect.element(page.getByRole('group', { name: 'Columns of the chain' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('group', { name: 'Columns of the chain' })).not.toBeInTheDocument()
    await expect.element(chain()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(chain()).not.toBeInTheDocument()
    await expect.element(page.getByRole('radio', { name: 'Ideas grid' })).toHaveFocus()
    expect(isVisible(find('.panel-what button'))).toBe(true)
    await openChain()
    await chain().getByRole('button', { name: 'Close the chain' }).click()
    await expect.element(chain()).not.toBeInTheDocument()
    await expect.element(page.getByRole('radio', { name: 'Ideas grid' })).toHaveFocus()
  })

  test('six presses without scrolling compare three contracts and send an order; no row moves', async () => {
    const { tickets, find, boxOf } = await renderWidget({ width: 1280, height: 720 })
    await openChain()
    const rowBox = boxOf('[data-contract="AAPL270115C00255000"]')
    const scrolled = find('.chain-scroll').scrollTop
    for (const name of ['250 Call', '260 Call', '245 Call']) await compare(name).click()
    await page.getByRole('button', { name: 'Sell AAPL Jan 15, 2027 260 Call' }).click()
    expect(boxOf('[data-contract="AAPL270115C00255000"]')).toEqual(rowBox)
    expect(find('.chain-scroll').scrollTop).toBe(scrolled)
    await page.getByRole('button', { name: 'Trade', exact: true }).click()
    await expect.poll(() => tickets).toHaveLength(1)
    expect(tickets[0]).toMatchObject({ optionLegs: [{ strike: 260, legType: 'Call' }] })
  })

  test('the button of a row is reached with Tab from the contract, and toggles the comparison', async () => {
    await renderWidget()
    await openChain()
    await contract(/^260 Call/).click()
    await userEvent.keyboard('{Tab}')
    await expect.element(compare('260 Call')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(view.getState().compare).toEqual([{ symbol: 'AAPL', id: 'AAPL270115C00260000' }])
    await expect.element(compare('260 Call')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard(' ')
    expect(view.getState().compare).toEqual([])
  })

  test('chosen columns replace those that fit, on both sides, until the width chooses again', async () => {
    const { find } = await renderWidget()
    await openChain()
    const shown = () =>
      [...find('.chain-row [data-leg=put] .chain-figures').children].map((column) => column.textContent)
    expect(shown()).toHaveLength(8)
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['delta', 'open interest', 'volume today'])
      await page.getByRole('checkbox', { name }).click()
    await expect.poll(shown).toHaveLength(5)
    await page.getByRole('button', { name: 'Choose by width' }).click()
    await expect.poll(shown).toHaveLength(8)
  })

  test('the line of the stock price moves only when the pointer is elsewhere', async () => {
    const { find } = await renderWidget()
    await openChain()
    const rowBelowLine = () => find('.chain-money').nextElementSibling!.querySelector('th')!.textContent
    const before = rowBelowLine()
    await contract(/^240 Call/).hover()
    live.setState({
      quotes: {
        AAPL: {
          symbol: 'AAPL',
          last: 236,
          change: 4.58,
          percentageChange: 1.98,
          volume: 1,
          time: '2026-11-12T21:00:00Z',
        },
      },
    })
    await expect.poll(() => find('.chain-money').textContent).toBe('AAPL 236.00')
    expect(rowBelowLine()).toBe(before)
    await page.getByRole('radio', { name: 'Chain' }).hover()
    await expect.poll(rowBelowLine).toBe('240')
  })
})

describe('the order line', () => {
  test.each([
    [1440, 820, 'grid'],
    [1280, 720, 'grid'],
    [1024, 690, 'chain'],
    [390, 600, 'grid'],
    [390, 600, 'chain'],
  ] as const)('at %i × %i px covers nothing of the %s', async (width, height, howView) => {
    view.setState({ howView })
    const { find, boxOf } = await renderWidget({ width, height })
    const isCovered = () => boxOf('.panel-how .panel-body').bottom > boxOf('.how-foot-order').top + 0.5
    expect(isCovered()).toBe(false)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Trade', exact: true })).toBeVisible()
    expect(isCovered()).toBe(false)
    expect(boxOf('.how-foot').bottom).toBeLessThanOrEqual(height)
    expect(boxOf('.how-foot').top).toBeGreaterThanOrEqual(boxOf('.panel-how .panel-head').bottom - 0.5)
    if (width < 1024 && howView === 'chain') expect(find('.panel-body').scrollTop).toBe(0)
  })

  test('in a frame as high as its content the chain has a height of its own', async () => {
    document.documentElement.dataset['autoHeight'] = ''
    view.setState({ howView: 'chain' })
    const { boxOf } = await renderWidget({ width: 390, height: 1200 })
    await expect.element(contract(/^255 Call/)).toBeVisible()
    expect(boxOf('.how-chain').height).toBe(544)
    expect(boxOf('.how-foot-order').top).toBeGreaterThan(boxOf('.how-chain').bottom)
  })
})
