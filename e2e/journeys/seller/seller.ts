/**
 * A seller of options in the widget, by any input method: one method for each step of a journey. All locators of the
 * journeys are here, so a change of the widget changes one place.
 */
import { expect, type Locator } from '@playwright/test'
import type { PanelName } from '#contract/bridge/options/options.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import type { InputMethod } from '#e2e/kit/input-methods.ts'
import { labels, type Language } from './labels.ts'

export class Seller {
  readonly host: HostPage
  readonly input: InputMethod
  readonly #language: Language

  constructor(host: HostPage, input: InputMethod, language: Language) {
    this.host = host
    this.input = input
    this.#language = language
  }

  get #frame() {
    return this.host.frame()
  }
  get #what(): Locator {
    return this.host.widget.what.root
  }
  get #how(): Locator {
    return this.host.widget.how.root
  }
  /** The card of the chosen contract. */
  get #card(): Locator {
    return this.#how.locator('.how-card[data-option]').first()
  }
  /** The order to review, around Trade. */
  get #review(): Locator {
    return this.#frame.locator('dialog:has([data-action="trade"])')
  }

  /** Brings a panel to the front if the widget is narrow, and reads its heading. */
  async goTo(panel: PanelName): Promise<void> {
    const tab = this.#frame.locator(`#tab-${panel}`)
    if ((await tab.isVisible()) && (await tab.getAttribute('aria-selected')) !== 'true')
      await this.input.press(tab)
    const { root } = this.host.widget[panel]
    // A narrow widget hides the heading of its panel from the eyes: the tab is its title.
    await this.input.read(
      this.input.name === 'screen reader' ? root.getByRole('heading', { level: 2 }) : root,
    )
  }

  /** Types a symbol into the search, and opens How with it. */
  async search(symbol: string): Promise<void> {
    await this.input.write(this.#frame.locator('[data-search]'), symbol)
    const match = this.#frame.locator(`[data-match="${symbol}"]`)
    await expect(match).toBeVisible()
    if (this.input.name === 'touch') await this.input.press(match)
    else await this.input.confirm()
    await this.goTo('how')
    await this.host.widget.how.shows(symbol)
  }

  /** Enters shares and what they cost, and waits until the card is for that many contracts. */
  async enterShares(shares: number, costBasis: number): Promise<void> {
    const { shares: sharesLabel, costBasis: costLabel } = labels[this.#language]
    await this.input.write(this.#how.getByRole('textbox', { name: sharesLabel, exact: true }), String(shares))
    // The number of contracts is announced after a pause in typing.
    const contracts = new RegExp(`^${shares / 100} `)
    await expect(this.#how.getByRole('status').filter({ hasText: contracts })).toBeAttached()
    await this.input.writeNext(
      this.#how.getByRole('textbox', { name: costLabel, exact: true }),
      String(costBasis),
    )
    await expect(this.#card.getByRole('heading', { level: 3 })).toContainText(` ${shares / 100} `)
  }

  /** Expects the contract of a cell on the card, and the mark of the highest score in its cell. */
  async seesBest(cell: string, id: string): Promise<void> {
    const best = this.#how.locator(`[data-cell="${cell}"]`)
    await expect(best).toHaveAttribute('aria-selected', 'true')
    await expect(best.locator('.how-cell-best')).toBeVisible()
    await this.#cardShows(id)
  }

  async #cardShows(id: string): Promise<void> {
    await expect(this.#card).toHaveAttribute('data-option', id)
  }

  /** Reads what the contract is, its score, its warnings and its figures. */
  async readCard(): Promise<void> {
    await this.input.read(this.#card.getByRole('heading', { level: 3 }))
    await this.input.read(this.#card.locator('.how-score'))
    const warnings = this.#card.locator('.how-chips')
    if (await warnings.isVisible()) await this.input.read(warnings)
    await this.input.read(this.#card.locator('.how-figures'))
  }

  async openList(list: 'income' | 'holdings'): Promise<void> {
    await this.goTo('what')
    await this.input.press(this.#what.locator(`[role="tab"][data-value="${list}"]`))
    const rows = { income: '[data-income]', holdings: '[data-action="export-holdings"]' }
    await expect(this.#what.locator(rows[list]).first()).toBeVisible()
  }

  /** Says how many dollars there are for puts, and leaves out earnings before expiry: `first` is then the first. */
  async filterPuts(cash: number, first: string): Promise<void> {
    const field = this.#what.getByRole('textbox', { name: labels[this.#language].cash, exact: true })
    await this.input.write(field, String(cash))
    await this.input.press(this.#what.locator('[data-filter="noEarnings"]'))
    await expect(this.#what.locator('[data-income]').first()).toHaveAttribute('data-option', first)
  }

  /** Chooses a trade of Best income, and opens How with its contract. */
  async chooseTrade(id: string): Promise<void> {
    const row = this.#what.locator(`[data-income][data-option="${id}"]`)
    await this.input.press(row)
    await this.goTo('how')
    await this.#cardShows(id)
  }

  /** Opens the chain, which shows the expiry of the contract on the card, and chooses another expiry. */
  async openChain(expiry: string): Promise<void> {
    await this.input.press(this.#how.locator('[role="radio"][data-value="chain"]'))
    await expect(this.#how.locator('[data-contract]').first()).toBeVisible()
    await this.input.press(this.#how.locator(`[role="radio"][data-value="${expiry}"]`))
  }

  /** Reads a contract of the chain and adds it to the comparison. */
  async pin(id: string): Promise<void> {
    const contract = this.#how.locator(`[data-contract="${id}"]`)
    await this.input.read(contract)
    const compare = contract.locator('[data-action="compare-contract"]')
    await this.input.press(compare)
    await expect(compare).toHaveAttribute('aria-pressed', 'true')
  }

  /**
   * Compares the pinned contracts, and orders one of them: with a mouse in the tray below the chain, which has bid and
   * return of each, otherwise in the dialog with all figures.
   */
  async compareAndSell(ids: readonly string[], sold: string): Promise<void> {
    if (this.input.name === 'mouse') {
      const pins = this.#how.locator('.how-pins [data-pin]')
      await expect(pins).toHaveCount(ids.length)
      const pin = this.#how.locator(`.how-pins [data-pin="${sold}"]`)
      await this.input.read(pin)
      await this.input.press(pin.locator('[data-action="sell"]'))
      await this.#cardShows(sold)
      await expect(this.#review).toBeVisible()
      return
    }
    await this.input.press(this.#how.locator('[data-action="compare-open"]'))
    const dialog = this.#frame.getByRole('dialog').filter({ has: this.#frame.locator('[data-pin]') })
    await expect(dialog.locator('th[data-pin]')).toHaveCount(ids.length)
    await this.input.read(dialog.getByRole('table'))
    await this.input.press(dialog.locator(`th[data-pin="${sold}"] [data-action="sell"]`))
    await this.#cardShows(sold)
    await expect(this.#review).toBeVisible()
  }

  /** Adds a position of the user's list in one line, and waits until the board shows its option. */
  async paste(line: string, id: string): Promise<void> {
    await this.input.press(this.#what.locator('[data-action="add-holding"]'))
    const field = this.#frame.locator('dialog input[name="line"]')
    await expect(field).toBeFocused()
    await this.input.write(field, line)
    await this.input.confirm()
    await expect(this.#what.locator(`[data-open="${id}"]`)).toBeVisible()
  }

  /** Opens the rolls of an open option from the board of positions: a suggestion is chosen. */
  async rollPosition(id: string, into: string): Promise<void> {
    const row = this.#what.locator(`[data-open="${id}"]`)
    await this.input.read(row)
    await this.input.press(row.locator('[data-action="roll"]'))
    await this.goTo('how')
    const option = this.#openOption(id)
    await expect(option.locator(`[data-candidate="${into}"]`)).toHaveAttribute('aria-selected', 'true')
    await this.input.read(option.locator('dl').first())
  }

  #openOption(id: string): Locator {
    return this.#how.locator(`[data-open="${id}"]`)
  }

  /** Sends the roll of an open option into the chosen contract, after a review. */
  async reviewRoll(id: string): Promise<void> {
    const option = this.#openOption(id)
    await this.input.press(option.locator('[data-action="review"][data-value="roll"]'))
    const order = option.locator('[data-roll="roll"]')
    await this.input.read(order)
    await this.input.press(order.locator('[data-action="trade"]'))
    await this.#readState(order)
  }

  /** Reviews the order of the card and sends it. */
  async trade(): Promise<void> {
    if (!(await this.#review.isVisible()))
      await this.input.press(this.#how.locator('.how-trade [data-action="review"]'))
    await this.input.read(this.#review)
    await this.input.press(this.#review.locator('[data-action="trade"]'))
    await this.#readState(this.#review)
  }

  /** Reads the state of the order, once the page has received it. */
  async #readState(order: Locator): Promise<void> {
    const state = order.locator('[data-ticket]')
    await expect(state).toHaveAttribute('data-ticket', 'received')
    await this.input.read(state)
  }
}
