/**
 * A trader's journeys from an idea to an order while prices move: by mouse, keyboard and touch, wide and narrow.
 * e2e/journeys/seller has those of an option seller, with prices that stand still.
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

  /** Opens the holdings. */
  async openHoldings(): Promise<void> {
    await this.goTo('what')
    await this.press(this.what.locator('[role="tab"][data-value="holdings"]'))
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

for (const name of inputMethodNames)
  for (const width of widths)
    test.describe(`${name}, ${width} px`, () => {
      test.use({
        viewport: { width, height: width === 390 ? 844 : 900 },
        hasTouch: name === 'touch',
      })

      test('writes covered calls on holdings', async ({ host }) => {
        await host.openReady('59-holdings', {
          locale: 'en',
          symbol: 'SPY',
          holdings: [{ symbol: 'AAPL', shares: 300, costBasis: 100 }],
        })
        const trader = new Trader(host, name)
        await host.widget.how.shows('SPY')
        await trader.openHoldings()
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
