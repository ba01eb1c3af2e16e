/** Contents of the panels: rows of What, cells of How, and the ticket. */
import type { Locator } from '@playwright/test'
import type { CellKind, LegName, RiskProfileName, TicketState, TimeframeName } from './hooks.ts'
import type { WidgetPanel } from './panel.ts'
import type { WidgetContext } from './waiting.ts'

/** A row of What. */
export class IdeaRow {
  readonly symbol: string
  readonly root: Locator
  readonly #widget: WidgetContext
  readonly #what: WidgetPanel

  constructor(widget: WidgetContext, what: WidgetPanel, symbol: string) {
    this.#widget = widget
    this.#what = what
    this.symbol = symbol
    this.root = what.root.locator(`[data-idea="${symbol}"]`)
  }

  /** Presses the row and waits until it is selected. A narrow widget then shows Why. */
  async choose(): Promise<void> {
    const { timeout } = this.#widget
    const what = this.#what
    await what.choose()
    await what.ready()
    // Rows far below are not rendered: typing the symbol scrolls to its row.
    if ((await this.root.count()) === 0)
      await what.root.locator('[data-idea][tabindex="0"]').pressSequentially(this.symbol, { timeout })
    await this.#widget.wait(this.root, `the idea ${this.symbol}`)
    await this.root.click({ timeout })
    const chosen = this.#widget.frame.locator(`[data-idea="${this.symbol}"][aria-selected="true"]`)
    await this.#widget.wait(chosen, `the idea ${this.symbol} to be chosen`)
  }

  /** Whether it is the selected row, which Why and How show. */
  async isChosen(): Promise<boolean> {
    return (await this.root.getAttribute('aria-selected')) === 'true'
  }
}

/** Position of a cell in How's grid. */
export type CellPlace = {
  timeframe: TimeframeName
  riskProfile: RiskProfileName
  /** Strategy of the grid. Default: `call`. */
  leg?: LegName | undefined
}

/** A cell of How's grid: time frame by risk profile. */
export class GridCell {
  readonly root: Locator
  readonly #widget: WidgetContext
  readonly #how: WidgetPanel
  readonly #showLeg: () => Promise<void>
  readonly #name: string

  constructor(
    widget: WidgetContext,
    how: WidgetPanel,
    showLeg: (leg: LegName) => Promise<void>,
    { timeframe, riskProfile, leg = 'call' }: CellPlace,
  ) {
    this.#widget = widget
    this.#how = how
    this.#showLeg = () => showLeg(leg)
    this.#name = `the cell ${timeframe} ${riskProfile} of ${leg}s`
    this.root = how.root.locator(`[data-cell="${timeframe}-${riskProfile}"][data-leg="${leg}"]`)
  }

  /** Shows its strategy, presses the cell and waits until it is selected. */
  async choose(): Promise<void> {
    await this.#show()
    await this.root.click({ timeout: this.#widget.timeout })
    const chosen = this.root.and(this.#widget.frame.locator('[aria-selected="true"]'))
    await this.#widget.wait(chosen, `${this.#name} to be chosen`)
  }

  /** Its content, once its strategy is shown. */
  async kind(): Promise<CellKind> {
    await this.#show()
    return (await this.root.getAttribute('data-kind')) as CellKind
  }

  async #show(): Promise<void> {
    await this.#how.choose()
    await this.#showLeg()
    await this.#widget.wait(this.root, this.#name)
  }
}

/** The ticket under the chosen contract. */
export class Ticket {
  readonly root: Locator
  readonly #widget: WidgetContext

  constructor(widget: WidgetContext) {
    this.#widget = widget
    this.root = widget.frame.locator('[data-ticket]:not([data-open] *)')
  }

  /** Its current state. */
  async state(): Promise<TicketState> {
    await this.#widget.wait(this.root, 'the ticket')
    return (await this.root.first().getAttribute('data-ticket')) as TicketState
  }

  /** Waits until it is in this state. */
  async becomes(state: TicketState): Promise<void> {
    const locator = this.#widget.frame.locator(`[data-ticket="${state}"]:not([data-open] *)`)
    await this.#widget.wait(locator, `the ticket to be ${state} (${await this.#currentState()})`)
  }

  async #currentState(): Promise<string> {
    const [current] = await this.root.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('data-ticket')),
    )
    return current ? `${current} before` : 'none before'
  }
}
