/**
 * The embedded widget as a test sees it: through hooks that no language, theme or layout changes (hooks.ts).
 * Every step waits for what a user would see, with your own Playwright, and reports what is shown instead on
 * a timeout.
 */
import type { Locator, Page } from '@playwright/test'
import type { Connection } from '#contract/bridge/bridge.ts'
import type { PanelName } from '#contract/bridge/options.ts'
import type { ActionName, LegName, ScreenName } from './hooks.ts'
import { WidgetPanel } from './panel.ts'
import { type CellPlace, GridCell, IdeaRow, Ticket } from './parts.ts'
import { describe, readState, type WidgetState } from './state.ts'
import { defaultTimeoutMs, type Surroundings, waitFor, type WidgetPlace } from './waiting.ts'

/** Where something went wrong, and the code that stands there. */
export type ShownError = {
  /** `place`: a line where no frame could be; `screen`: instead of the widget or over it; else one panel. */
  where: 'place' | 'screen' | PanelName
  code: string
  /** Which one, if it is a screen. */
  screen?: ScreenName
}

export type WidgetOnOptions = {
  /** Milliseconds that a step waits. Default: 15,000. */
  timeout?: number | undefined
}

/** The widget's frame among others that an element of the page may hold, by its address, which it keeps. */
const itsFrame = 'iframe[src*="/widget?"]'

/**
 * Gives the widget in an element of a page, however deep its frame lies in it: `widgetOn(page, '#ideas')`,
 * `widgetOn(page, 'service-widget')`. Every step fails where several widgets are in there.
 */
export function widgetOn(
  page: Pick<Page, 'locator'>,
  destination = '#ideas',
  options?: WidgetOnOptions,
): EmbeddedWidget {
  const box = page.locator(destination)
  return new EmbeddedWidget(box.frameLocator(itsFrame), box, options)
}

/** Two widgets are no answer to which one is meant. */
async function refuseSeveral(box: Locator | undefined): Promise<void> {
  const count = (await box?.locator(itsFrame).count()) ?? 1
  if (count > 1)
    throw new Error(`${count} widgets are in ${String(box)}: give widgetOn a selector that holds one`)
}

/** Gives the widget of a document that it has for itself: the page of a web view. */
export function widgetIn(place: WidgetPlace, options?: WidgetOnOptions): EmbeddedWidget {
  return new EmbeddedWidget(place, undefined, options)
}

export class EmbeddedWidget implements Surroundings {
  /** The widget's own document, for locators of your own. */
  readonly frame: WidgetPlace
  /** The element of the page that it is in; none where it has the page for itself. */
  readonly box: Locator | undefined
  /** The element that carries theme, language and direction of writing. */
  readonly root: Locator
  readonly what: WidgetPanel
  readonly why: WidgetPanel
  readonly how: WidgetPanel
  /** Rendered rows of What: of a long list those near the viewport. */
  readonly rows: Locator
  /** Milliseconds that a step waits. */
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
    const there = '[data-panel="what"]:not([data-state="loading"])'
    await this.wait(this.frame.locator(there), 'the ideas')
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-idea') ?? ''))
  }

  idea(symbol: string): IdeaRow {
    return new IdeaRow(this, this.what, symbol)
  }

  cell(place: CellPlace): GridCell {
    return new GridCell(this, this.how, (leg) => this.leg(leg), place)
  }

  /** Has How show covered calls or cash-secured puts. */
  async leg(leg: LegName): Promise<void> {
    const choice = this.how.root.locator(`[role="radio"][data-value="${leg}"]`).first()
    await this.wait(choice, `the choice of ${leg}s`)
    if ((await choice.getAttribute('aria-checked')) !== 'true') await choice.click({ timeout: this.timeout })
  }

  /** Brings a panel forward where the widget is narrow. */
  async tab(name: PanelName): Promise<void> {
    await this[name].choose()
  }

  /** Types a symbol into the search and picks it, as a user does. Fails if the search does not find it. */
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
   * Opens the ticket for review where the widget asks for that before Trade; where Trade stands under the contract at
   * once, there is nothing to open.
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
   * Presses Trade under the chosen contract, reviewed first where the widget asks for that. Waits while Trade waits, and
   * for the widget to say what became of the ticket. A press within a second of the last one belongs to it: a double
   * click sends one ticket.
   */
  async trade(): Promise<void> {
    await this.review()
    await this.action('trade').click({ timeout: this.timeout })
    const told = this.frame.locator('[data-ticket]:not([data-ticket="none"], [data-open] *)')
    await this.wait(told, 'the widget to say what became of the ticket')
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
    // The line stands in the page, the rest in the frame: one locator cannot look into both.
    const waits = [this.wait(inside, 'an error to be shown')]
    const line = this.box?.getByText(/ERROR [A-Z_]+/)
    if (line) waits.push(this.wait(line, 'an error to be shown', 'visible'))
    await Promise.any(waits).catch((failed: AggregateError) => {
      throw failed.errors[0]
    })
    const now = await this.state()
    const { screen, code, panels } = now
    const shown = /ERROR ([A-Z_]+)/.exec(now.line ?? '')?.[1]
    if (shown) return { where: 'place', code: shown }
    if (screen) return { where: 'screen', screen, code: code ?? '' }
    const [name, panel] = Object.entries(panels).find(([, panel]) => panel.state === 'error') ?? []
    return { where: name as PanelName, code: panel?.code ?? '' }
  }

  /** Presses what asks again: on a screen, or in the first panel that offers it. */
  async tryAgain(): Promise<void> {
    await this.action('try-again').click({ timeout: this.timeout })
  }

  /** Closes the dialog that is open. */
  async close(): Promise<void> {
    await this.frame.locator('dialog[open] [data-action="close"]').last().click({ timeout: this.timeout })
  }
}
