/**
 * A trader's journeys from an idea to an order without leaving the widget: by mouse, keyboard and touch, wide and
 * narrow.
 */
import type { Locator } from '@playwright/test'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { inputMethodOf, type InputMethodName, inputMethodNames } from '#e2e/kit/input-methods.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

const widths = [1440, 390] as const

/** Actions of a trader in the widget, by one input method. */
class Trader {
  readonly host: HostPage
  readonly input: ReturnType<typeof inputMethodOf>
  readonly how: Locator
  readonly what: Locator

  constructor(host: HostPage, name: InputMethodName) {
    this.host = host
    this.input = inputMethodOf(name, host.page)
    this.how = host.widget.how.root
    this.what = host.widget.what.root
  }

  press(target: Locator): Promise<void> {
    return this.input.press(target.first())
  }

  /** Shows a panel if the widget is narrow. */
  async goTo(panel: 'what' | 'why' | 'how'): Promise<void> {
    const tab = this.host.frame().locator(`#tab-${panel}`)
    if ((await tab.isVisible()) && (await tab.getAttribute('aria-selected')) !== 'true') await this.press(tab)
    await expect(this.host.widget[panel].root).toBeVisible()
  }

  /** Opens a list of the panel What. */
  async open(list: 'income' | 'holdings'): Promise<void> {
    await this.goTo('what')
    await this.press(this.what.locator(`[role="tab"][data-value="${list}"]`))
  }

  /** Reviews and sends the order; returns the only ticket that the page receives. */
  async send(): Promise<TradeTicket> {
    const trade = this.host.frame().locator('[data-action="trade"]').first()
    if (!(await trade.isVisible())) await this.press(this.how.locator('.how-bar [data-action="review"]'))
    await this.press(trade)
    await this.host.waitForEvent('TRADE_TICKET_EXECUTE')
    const tickets = (await this.host.receivedPayloads('TRADE_TICKET_EXECUTE')) as TradeTicket[]
    expect(tickets).toHaveLength(1)
    expect(tickets[0]).toMatchObject({ simulated: true, orderType: 'limit' })
    return tickets[0]!
  }
}

const setHoldings = (host: HostPage, holdings: unknown) =>
  host.page.evaluate(
    (value) => window.widget.postMessage('SET_HOLDINGS', { holdings: value } as never),
    holdings,
  )

for (const name of inputMethodNames)
  for (const width of widths)
    test.describe(`${name}, ${width} px`, () => {
      test.use({
        viewport: { width, height: width === 390 ? 844 : 900 },
        hasTouch: name === 'touch',
      })

      test('finds an income trade in the list', async ({ host }) => {
        await host.openReady('59-holdings', { locale: 'en' })
        const trader = new Trader(host, name)
        // The widget opens with a tradable contract.
        await host.widget.how.ready()
        await expect(trader.how.locator('[data-cell="medium-optimal"]')).toHaveAttribute(
          'data-kind',
          'optimal',
        )
        await trader.open('income')
        const firstIncome = trader.what.locator('[data-income]').first()
        const symbol = (await firstIncome.getAttribute('data-income'))!
        const id = (await firstIncome.getAttribute('data-option'))!
        await trader.press(firstIncome)
        await trader.goTo('how')
        await host.widget.how.shows(symbol)
        await expect(trader.how.locator('.how-card').first()).toHaveAttribute('data-option', id)
        const ticket = await trader.send()
        expect(ticket).toMatchObject({ symbol, optionLegs: [{ id, quantity: -1 }] })
        const [leg] = ticket.optionLegs
        expect(leg!.price).toBe(leg!.bid)
      })

      test('writes covered calls on holdings', async ({ host }) => {
        await host.openReady('59-holdings', {
          locale: 'en',
          symbol: 'SPY',
          holdings: [{ symbol: 'AAPL', shares: 300, costBasis: 100 }],
        })
        const trader = new Trader(host, name)
        await host.widget.how.shows('SPY')
        await trader.open('holdings')
        await trader.press(trader.what.locator('[data-holding="AAPL"] .holding-main'))
        await trader.goTo('how')
        await host.widget.how.shows('AAPL')
        await expect(trader.how.getByLabel('Shares', { exact: true })).toHaveValue('300')
        const ticket = await trader.send()
        expect(ticket).toMatchObject({
          symbol: 'AAPL',
          strategyName: 'Covered Call',
          optionLegs: [{ quantity: -3, legType: 'Call' }],
          securityLegs: [],
        })
        expect(ticket.optionLegs[0]!.strike).toBeGreaterThanOrEqual(100)
      })

      test('rolls a short call', async ({ host }) => {
        await host.openReady('59-holdings', { locale: 'en', symbol: 'AAPL' })
        const trader = new Trader(host, name)
        await host.widget.how.shows('AAPL')
        // Uses the contract that How shows as one sold earlier, so that the test does not depend on today's listing.
        const id = (await trader.how
          .locator('.how-card[data-option*="C"]')
          .first()
          .getAttribute('data-option'))!
        await setHoldings(host, [
          { symbol: 'AAPL', shares: 200, costBasis: 100, openOptions: [{ id, quantity: 2, price: 99 }] },
        ])
        await trader.open('holdings')
        await trader.press(trader.what.locator(`[data-open="${id}"]`))
        await trader.goTo('how')
        const openOption = trader.how.locator(`[data-open="${id}"]`)
        await expect(openOption).toContainText('Cost to close')
        await trader.press(openOption.locator('.roll-suggested[data-candidate]'))
        await trader.press(openOption.locator('[data-action="review"][data-value="roll"]'))
        await trader.press(openOption.locator('[data-roll="roll"] [data-action="trade"]'))
        await host.waitForEvent('TRADE_TICKET_EXECUTE')
        const [ticket] = (await host.receivedPayloads('TRADE_TICKET_EXECUTE')) as TradeTicket[]
        expect(ticket).toMatchObject({ symbol: 'AAPL', strategyName: 'Roll Covered Call', simulated: true })
        expect(ticket!.optionLegs.map(({ quantity }) => quantity)).toEqual([2, -2])
        expect(ticket!.optionLegs[0]!.id).toBe(id)
      })

      test('compares three symbols and sends an order', async ({ host }) => {
        await host.openReady('59-holdings', { locale: 'en' })
        const trader = new Trader(host, name)
        await host.widget.how.ready()
        const symbols = (await host.widget.ideas()).slice(0, 3)
        for (const symbol of symbols) {
          await trader.goTo('what')
          await trader.press(trader.what.locator(`[data-idea="${symbol}"]`))
          await trader.goTo('how')
          await host.widget.how.shows(symbol)
          const toggle = trader.how.locator('[data-action="compare"]').first()
          await trader.press(toggle)
          await expect(toggle).toHaveAttribute('aria-pressed', 'true')
        }
        await trader.press(trader.how.locator('[data-action="compare-open"]'))
        const dialog = host.frame().getByRole('dialog', { name: 'Compare contracts' })
        await expect(dialog.locator('th[data-pin]')).toHaveCount(3)
        await expect(dialog.locator('[data-best]').first()).toBeAttached()
        const chosen = dialog.locator('th[data-pin]').nth(1)
        const id = (await chosen.getAttribute('data-pin'))!
        await trader.press(chosen.locator('[data-action="sell"]'))
        await host.widget.how.shows(symbols[1]!)
        // The order opens for review without a further press, as soon as its quote is there.
        await expect(host.frame().locator('[data-action="trade"]').first()).toBeVisible()
        const ticket = await trader.send()
        expect(ticket).toMatchObject({ symbol: symbols[1], optionLegs: [{ id }] })
      })
    })
