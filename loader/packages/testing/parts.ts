/** Contents of the panels: rows of What, cells of How, and the ticket. */
import type { Locator } from '@playwright/test'
import type { CellKind, LegName, RiskProfileName, TicketState, TimeframeName } from './hooks.ts'
import type { WidgetPanel } from './panel.ts'
import type { Surroundings } from './waiting.ts'

/** A row of What. */
export class IdeaRow {
  readonly symbol: string
  readonly root: Locator
  readonly #widget: Surroundings
  readonly #what: WidgetPanel

  constructor(widget: Surroundings, what: WidgetPanel, symbol: string) {
    this.#widget = widget
    this.#what = what
    this.symbol = symbol
    this.root = what.root.locator(`[data-idea="${symbol}"]`)
  }

  /** Presses the row and waits until it is the chosen one. Why comes forward where panels stand behind tabs. */
  async choose(): Promise<void> {
    const { timeout } = this.#widget
    const what = this.#what
    await what.choose()
    await what.ready()
    // Rows far below are not drawn: typing the symbol goes to its row.
    if ((await this.root.count()) === 0)
      await what.root.locator('[data-idea][tabindex="0"]').pressSequentially(this.symbol, { timeout })
    await this.#widget.wait(this.root, `the idea ${this.symbol}`)
    await this.root.click({ timeout })
    const chosen = this.#widget.frame.locator(`[data-idea="${this.symbol}"][aria-selected="true"]`)
    await this.#widget.wait(chosen, `the idea ${this.symbol} to be chosen`)
  }

  /** Whether it is the one that Why and How are about. */
  async isChosen(): Promise<boolean> {
    return (await this.root.getAttribute('aria-selected')) === 'true'
  }
}

/** Position of a cell in How's grid. */
export type CellPlace = {
  timeframe: TimeframeName
  riskProfile: RiskProfileName
  /** Which strategy's grid. Default: `call`. */
  leg?: LegName | undefined
}

/** A cell of How's grid: time frame by risk profile. */
export class GridCell {
  readonly root: Locator
  readonly #widget: Surroundings
  readonly #how: WidgetPanel
  readonly #showLeg: () => Promise<void>
  readonly #name: string

  constructor(
    widget: Surroundings,
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

  /** Has its strategy shown, presses it and waits until it is the chosen one. */
  async choose(): Promise<void> {
    await this.#shown()
    await this.root.click({ timeout: this.#widget.timeout })
    const chosen = this.root.and(this.#widget.frame.locator('[aria-selected="true"]'))
    await this.#widget.wait(chosen, `${this.#name} to be chosen`)
  }

  /** Its content, once its strategy is shown. */
  async kind(): Promise<CellKind> {
    await this.#shown()
    return (await this.root.getAttribute('data-kind')) as CellKind
  }

  async #shown(): Promise<void> {
    await this.#how.choose()
    await this.#showLeg()
    await this.#widget.wait(this.root, this.#name)
  }
}

/** The place of the ticket under the chosen contract. */
export class Ticket {
  readonly root: Locator
  readonly #widget: Surroundings

  constructor(widget: Surroundings) {
    this.#widget = widget
    this.root = widget.frame.locator('[data-ticket]:not([data-open] *)')
  }

  /** Its current state. */
  async state(): Promise<TicketState> {
    await this.#widget.wait(this.root, 'the ticket')
    return (await this.root.first().getAttribute('data-ticket')) as TicketState
  }

  /** Waits until this has become of it. */
  async becomes(state: TicketState): Promise<void> {
    const wanted = this.#widget.frame.locator(`[data-ticket="${state}"]:not([data-open] *)`)
    await this.#widget.wait(wanted, `the ticket to be ${state} (${await this.#now()})`)
  }

  async #now(): Promise<string> {
    const [now] = await this.root.evaluateAll((all) => all.map((one) => one.getAttribute('data-ticket')))
    return now ? `${now} before` : 'none before'
  }
}
