/** The widget's state, read at once from its hooks. */
import type { Locator } from '@playwright/test'
import type { Connection } from '#contract/bridge/bridge.ts'
import type { PanelName } from '#contract/bridge/options.ts'
import type { DataStatusName, PanelState, ScreenName, TicketState, UnknownReasonName } from './hooks.ts'

/** What one panel shows. */
export type PanelReport = {
  state: PanelState
  /** Ticker it is about; null if it is about none. */
  symbol: string | null
  /** Code of its error, if it shows one. */
  code: string | null
  /** Why something is not known in it, each reason once. */
  unknown: UnknownReasonName[]
}

/** All facts about a widget that do not depend on its texts. Null = absent. */
export type WidgetState = {
  /** Panels that are there, also those behind a tab. */
  panels: { [N in PanelName]?: PanelReport }
  /** Panel in front where only one fits. */
  tab: PanelName | null
  theme: string | null
  /** Language its texts are in, BCP 47. */
  locale: string | null
  connection: Connection | null
  /** Of when the data on screen is. */
  status: DataStatusName | null
  ticket: TicketState | null
  screen: ScreenName | null
  /** Code of the screen. */
  code: string | null
  /** The line in the widget's place where no frame could be: `ERROR CSP_BLOCKED`. */
  line: string | null
}

const nothing: WidgetState = {
  panels: {},
  tab: null,
  theme: null,
  locale: null,
  connection: null,
  status: null,
  ticket: null,
  screen: null,
  code: null,
  line: null,
}

/**
 * @param document the `html` element of the widget's own document
 * @param box the element of the page that contains the widget, if there is one
 */
export async function readState(document: Locator, box: Locator | undefined): Promise<WidgetState> {
  // Does not wait: without a frame, the box may show why. Hidden content is ignored.
  const inside = await document.evaluateAll(readDocument).catch(() => [])
  const [text] = inside.length ? [] : ((await box?.allInnerTexts().catch(() => [])) ?? [])
  return { ...nothing, ...inside[0], line: text?.trim() || null }
}

/** Runs in the widget's document: names nothing outside itself. */
function readDocument(roots: Element[]): object[] {
  return roots.map((root) => {
    const say = (name: string) =>
      (root.hasAttribute(name) ? root : root.querySelector(`[${name}]`))?.getAttribute(name) || null
    const panels = [...root.querySelectorAll<HTMLElement>('[data-panel]')]
      .filter((panel) => panel.style.display !== 'none')
      .map((panel) => [
        panel.dataset['panel'],
        {
          state: panel.dataset['state'],
          symbol: panel.dataset['symbol'] ?? null,
          code: panel.querySelector('[data-code]')?.getAttribute('data-code') ?? null,
          unknown: panel.dataset['unknown']?.split(' ') ?? [],
        },
      ])
    return {
      panels: Object.fromEntries(panels) as object,
      tab: say('data-tab'),
      theme: say('data-theme'),
      locale: root.getAttribute('lang'),
      connection: say('data-connection'),
      status: say('data-status'),
      ticket: say('data-ticket'),
      screen: say('data-screen'),
      code: root.querySelector('[data-screen]')?.getAttribute('data-code') ?? null,
    }
  })
}

/** One line for the message of a failed test. */
export function describe({ panels, screen, code, line, connection }: WidgetState): string {
  const told = Object.entries(panels).map(([name, panel]) =>
    [name, panel.state, panel.symbol, panel.code, ...panel.unknown].filter(Boolean).join(' '),
  )
  if (screen) told.unshift(`the screen ${screen}${code ? ` with ${code}` : ''}`)
  if (line) told.push(`the line “${line}”`)
  if (connection && connection !== 'live') told.push(`the connection is ${connection}`)
  return told.join('; ') || 'no widget'
}
