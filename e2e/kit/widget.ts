/** The inside of the frame, by the names the black-box contract gives (ARCHITECTURE.md). */
import { expect, type FrameLocator, type Locator } from '@playwright/test'

export type PanelName = 'what' | 'why' | 'how'

/** What the widget is in: a frame, or the page itself in an app's web view. */
type Place = Pick<FrameLocator, 'locator' | 'getByRole' | 'getByText' | 'getByLabel'>

/** One of the three panels. */
export class Panel {
  readonly root: Locator
  readonly #frame: Place
  readonly #name: PanelName

  constructor(frame: Place, name: PanelName) {
    this.#frame = frame
    this.#name = name
    // While React waits for a panel's code it keeps what it has, hidden by style, beside what stands for it.
    this.root = frame.locator(`[data-panel="${name}"]:not([style*="display: none"])`)
  }

  /** Waits until the panel shows data. A stale panel shows data too. */
  async ready(): Promise<void> {
    await expect(this.root).toHaveAttribute('data-state', /^(ready|stale)$/)
  }

  /** Waits until the panel shows one symbol's data. */
  async shows(symbol: string): Promise<void> {
    await expect(this.root).toHaveAttribute('data-symbol', symbol)
    await this.ready()
  }

  symbol(): Promise<string | null> {
    return this.root.getAttribute('data-symbol')
  }

  /** Where the widget is narrow the panels stand behind tabs: brings this one forward. */
  async choose(): Promise<void> {
    const tab = this.#frame.getByRole('tab', { name: new RegExp(this.#name, 'i') })
    await expect(tab.or(this.root).first()).toBeVisible()
    if (await tab.isVisible()) await tab.click()
    await expect(this.root).toBeVisible()
  }
}

export class Widget {
  readonly frame: Place
  /** The element that carries `data-theme` and `dir`. */
  readonly root: Locator
  readonly what: Panel
  readonly why: Panel
  readonly how: Panel

  constructor(frame: Place) {
    this.frame = frame
    this.root = frame.locator('[data-theme]').first()
    this.what = new Panel(frame, 'what')
    this.why = new Panel(frame, 'why')
    this.how = new Panel(frame, 'how')
  }

  /** The ideas on screen. */
  get ideas(): Locator {
    return this.what.root.locator('[data-idea]')
  }

  get trade(): Locator {
    return this.how.root.getByRole('button', { name: 'Trade', exact: true })
  }

  /** Presses Trade on what is recommended, and confirms it where the widget shows the ticket first. */
  async openTrade(): Promise<void> {
    await this.trade.first().click()
  }
}
