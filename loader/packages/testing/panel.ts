/** One of the widget's three panels. */
import type { Locator } from '@playwright/test'
import type { PanelName } from '#contract/bridge/options/options.ts'
import type { PanelState, UnknownReasonName } from './hooks.ts'
import type { WidgetContext } from './waiting.ts'

export class WidgetPanel {
  readonly name: PanelName
  /** The panel itself, for assertions of your own. */
  readonly root: Locator
  readonly #widget: WidgetContext

  constructor(widget: WidgetContext, name: PanelName) {
    this.#widget = widget
    this.name = name
    this.root = widget.frame.locator(this.#selector())
  }

  // While the panel's code loads, its previous content stays beside the placeholder, hidden by style.
  readonly #selector = (suffix = ''): string =>
    `[data-panel="${this.name}"]${suffix}:not([style*="display: none"])`

  async #wait(selectors: readonly string[], expectation: string): Promise<void> {
    const locator = this.#widget.frame.locator(selectors.map(this.#selector).join(', '))
    await this.#widget.wait(locator, `the panel ${this.name} ${expectation}`)
  }

  /** Waits until it shows data; data that has gone stale is data too. */
  async ready(): Promise<void> {
    await this.#wait(['[data-state="ready"]', '[data-state="stale"]'], 'to show data')
  }

  /** Waits until it shows this symbol's data. */
  async shows(symbol: string): Promise<void> {
    const about = `[data-symbol="${symbol}"]`
    await this.#wait(
      [`${about}[data-state="ready"]`, `${about}[data-state="stale"]`],
      `to show the data of ${symbol}`,
    )
  }

  /** Waits until it is in this state. */
  async becomes(state: PanelState): Promise<void> {
    await this.#wait([`[data-state="${state}"]`], `to be ${state}`)
  }

  /** The current state. */
  async state(): Promise<PanelState> {
    return (await this.root.first().getAttribute('data-state')) as PanelState
  }

  /** Its current ticker; null without one. */
  symbol(): Promise<string | null> {
    return this.root.first().getAttribute('data-symbol')
  }

  /** Waits until it shows that a value is unknown for this reason: `old-bars` if its prices have ended. */
  async lacks(reason: UnknownReasonName): Promise<void> {
    await this.#wait([`[data-unknown~="${reason}"]`], `to say ${reason}`)
  }

  /** Current reasons of unknown values; empty if all are known. */
  async unknown(): Promise<UnknownReasonName[]> {
    const reasons = await this.root.first().getAttribute('data-unknown')
    return (reasons?.split(' ') ?? []) as UnknownReasonName[]
  }

  /** Waits until it shows an error, and returns its code. */
  async error(): Promise<string> {
    await this.becomes('error')
    return (await this.root.locator('[data-code]').first().getAttribute('data-code')) ?? ''
  }

  /** Selects its tab if the widget is narrow; otherwise does nothing. */
  async choose(): Promise<void> {
    const tab = this.#widget.frame.locator(`[role="tab"][data-value="${this.name}"]`)
    await this.#widget.wait(tab.or(this.root), `the panel ${this.name}`)
    if (await tab.isVisible()) await tab.click()
    await this.#widget.wait(this.root, `the panel ${this.name} to be seen`, 'visible')
  }

  /** Presses the panel's retry button. */
  async tryAgain(): Promise<void> {
    await this.choose()
    await this.root.locator('[data-action="try-again"]').first().click({ timeout: this.#widget.timeout })
  }
}
