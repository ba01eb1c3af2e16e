/**
 * The embedded widget as a test sees it: through hooks that no language, theme or layout changes (hooks.ts).
 * Every step waits for what a user would see, with your own Playwright, and reports what is shown instead on
 * a timeout.
 */
import type { Locator, Page } from '@playwright/test'
import type { Connection } from '#contract/bridge/bridge.ts'
import type { PanelName } from '#contract/bridge/options/options.ts'
import type { ActionName, LegName, ScreenName } from './hooks.ts'
import { WidgetPanel } from './panel.ts'
import { type CellPlace, GridCell, IdeaRow, Ticket } from './parts.ts'
import { describe, readState, type WidgetState } from './state.ts'
import { defaultTimeoutMs, type WidgetContext, waitFor, type WidgetPlace } from './waiting.ts'

/** Location and code of a displayed error. */
export type ShownError = {
  /** `place`: a line instead of the frame; `screen`: instead of the widget or over it; otherwise a panel. */
  where: 'place' | 'screen' | PanelName
  code: string
  /** The screen, if `where` is `screen`. */
  screen?: ScreenName
}

export type WidgetOnOptions = {
  /** Timeout of a step, milliseconds. Default: 15,000. */
  timeout?: number | undefined
}

/** Selects the widget's frame by its address, because the element may contain other frames. */
const frameSelector = 'iframe:is([src*="/widget?"], [src*="/widget/"])'

/**
 * Returns the widget that is embedded in an element of a page, at any depth: `widgetOn(page, '#ideas')`,
 * `widgetOn(page, 'service-widget')`. Every step fails if the element contains several widgets.
 */
export function widgetOn(
  page: Pick<Page, 'locator'>,
  destination = '#ideas',
  options?: WidgetOnOptions,
): EmbeddedWidget {
  const box = page.locator(destination)
  return new EmbeddedWidget(box.frameLocator(frameSelector), box, options)
}

/** Throws if the element contains several widgets. */
async function refuseSeveral(box: Locator | undefined): Promise<void> {
  const count = (await box?.locator(frameSelector).count()) ?? 1
  if (count > 1)
    throw new Error(`${count} widgets are in ${String(box)}: give widgetOn a selector that holds one`)
}

/**
 * Returns the widget of a document without an embedding page, such as a web view. For an embedded widget, use
 * `widgetOn`.
 */
export function widgetIn(place: WidgetPlace, options?: WidgetOnOptions): EmbeddedWidget {
  return new EmbeddedWidget(place, undefined, options)
}

export class EmbeddedWidget implements WidgetContext {
  /** The widget's own document, for locators of your own. */
  readonly frame: WidgetPlace
  /** The element of the page that contains it; undefined without an embedding page. */
  readonly box: Locator | undefined
  /** The element with the attributes for theme, language and text direction. */
  readonly root: Locator
  readonly what: WidgetPanel
  readonly why: WidgetPanel
  readonly how: WidgetPanel
  /** Rendered rows of What: of a long list the visible ones, and when the browser is idle also those near the viewport. */
  readonly rows: Locator
  /** Timeout of a step, milliseconds. */
  readonly timeout: number

  constructor(frame: WidgetPlace, box?: Locator, { timeout = defaultTimeoutMs }: WidgetOnOptions = {}) {
    this.frame = frame
    this.box = box
    this.timeout = timeout
    this.root = frame.locator('[data-theme]').first()
    this.what = new WidgetPanel(this, 'what')
    this.why = new WidgetPanel(this, 'why')
    this.how = new WidgetPanel(this, 'how')
    this.rows = this.what.root.locator('[data-idea]')
  }

  /** Waits for an element of the widget; on a timeout, the error says what is shown instead. */
  async wait(wanted: Locator, what: string, state?: 'attached' | 'visible'): Promise<void> {
    await waitFor(wanted, what, this.timeout, async () => describe(await this.state()), state)
  }

  /** Waits until every panel shows data, or an explanation why it has none. Fails if one shows an error. */
  async ready(): Promise<void> {
    const settled = this.frame.locator(
      'html:has([data-panel]):not(:has([data-screen], [data-panel][data-state="loading"], [data-panel][data-state="error"]))',
    )
    await this.wait(settled, 'every panel to show something')
  }

  panel(name: PanelName): WidgetPanel {
    return this[name]
  }

  /** The widget's current state, without waiting. */
  async state(): Promise<WidgetState> {
    await refuseSeveral(this.box)
    return readState(this.frame.locator('html'), this.box)
  }

  /** Symbols of What's rendered rows, in order, once the list is loaded; empty if What shows an empty list. */
  async ideas(): Promise<string[]> {
    const loadedPanel = '[data-panel="what"]:not([data-state="loading"])'
    await this.wait(this.frame.locator(loadedPanel), 'the ideas')
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-idea') ?? ''))
  }

  idea(symbol: string): IdeaRow {
    return new IdeaRow(this, this.what, symbol)
  }

  cell(place: CellPlace): GridCell {
    return new GridCell(this, this.how, (leg) => this.leg(leg), place)
  }

  /** Switches How to covered calls or cash-secured puts. */
  async leg(leg: LegName): Promise<void> {
    const choice = this.how.root.locator(`[role="radio"][data-value="${leg}"]`).first()
    await this.wait(choice, `the choice of ${leg}s`)
    if ((await choice.getAttribute('aria-checked')) !== 'true') await choice.click({ timeout: this.timeout })
  }

  /** Selects a panel's tab if the widget is narrow. */
  async tab(name: PanelName): Promise<void> {
    await this[name].choose()
  }

  /** Types a symbol into the search and selects it. Fails if the search does not find it. */
  async search(symbol: string): Promise<void> {
    const field = this.frame.locator('[data-search]')
    await this.wait(field, 'the search', 'visible')
    await field.click({ timeout: this.timeout })
    await field.fill(symbol, { timeout: this.timeout })
    const match = this.frame.locator(`[data-match="${symbol}"]`)
    await this.wait(match, `the search to find ${symbol}`, 'visible')
    await match.first().click({ timeout: this.timeout })
  }

  /**
   * A button of the widget, by its action; the first of several. Those of an open option are in its
   * `data-open`.
   */
  action(name: ActionName): Locator {
    return this.frame.locator(`[data-action="${name}"]:not([data-open] *)`).first()
  }

  /**
   * Opens the ticket for review if the widget requires that before Trade. Does nothing if Trade is already visible
   * under the contract.
   */
  async review(): Promise<void> {
    await this.how.choose()
    const review = this.action('review')
    const trade = this.action('trade')
    await this.wait(trade.or(review), 'Trade', 'visible')
    if (await trade.isVisible()) return
    await review.click({ timeout: this.timeout })
    await this.wait(trade, 'Trade', 'visible')
  }

  /**
   * Presses Trade under the chosen contract, after a review if the widget requires one. Waits until Trade is enabled,
   * and until the widget shows the state of the ticket. The widget ignores a second press within a second, so a double
   * click sends one ticket.
   */
  async trade(): Promise<void> {
    await this.review()
    await this.action('trade').click({ timeout: this.timeout })
    const ticketState = this.frame.locator('[data-ticket]:not([data-ticket="none"], [data-open] *)')
    await this.wait(ticketState, 'the widget to show the state of the ticket')
  }

  ticket(): Ticket {
    return new Ticket(this)
  }

  /** Whether quotes reach the widget. */
  async connection(): Promise<Connection | null> {
    return (await this.state()).connection
  }

  /** Waits until quotes reach the widget, or no longer do. */
  async connectionBecomes(state: Connection): Promise<void> {
    await this.wait(this.frame.locator(`[data-connection="${state}"]`), `the connection to be ${state}`)
  }

  /** Waits until an error is shown, and returns its place, code and screen: the widest first. */
  async error(): Promise<ShownError> {
    const inside = this.frame.locator('[data-screen], [data-panel][data-state="error"]')
    // The line is in the page, everything else in the frame: one locator cannot cover both.
    const waits = [this.wait(inside, 'an error to be shown')]
    const packageLine = this.box?.locator('[data-screen="failed"]')
    const line = packageLine && this.box?.getByText(/ERROR [A-Z_]+/).or(packageLine)
    if (line) waits.push(this.wait(line, 'an error to be shown', 'visible'))
    await Promise.any(waits).catch((error: AggregateError) => {
      throw error.errors[0]
    })
    const state = await this.state()
    const { screen, code, panels } = state
    const [packageCode] =
      (await packageLine?.evaluateAll((lines) => lines.map((item) => item.getAttribute('data-code')))) ?? []
    const lineCode = packageCode ?? /ERROR ([A-Z_]+)/.exec(state.line ?? '')?.[1]
    if (lineCode) return { where: 'place', code: lineCode }
    if (screen) return { where: 'screen', screen, code: code ?? '' }
    const [name, panel] = Object.entries(panels).find(([, panel]) => panel.state === 'error') ?? []
    return { where: name as PanelName, code: panel?.code ?? '' }
  }

  /** Presses the retry button: of a screen, or of the first panel that has one. */
  async tryAgain(): Promise<void> {
    await this.action('try-again').click({ timeout: this.timeout })
  }

  /** Closes the open dialog. */
  async close(): Promise<void> {
    await this.frame.locator('dialog[open] [data-action="close"]').last().click({ timeout: this.timeout })
  }
}
