/** Reads the widget's state in one call, from its `data-*` attributes (hooks.ts). */
import type { Locator } from '@playwright/test'
import type { Connection } from '#contract/bridge/bridge.ts'
import type { PanelName } from '#contract/bridge/options/options.ts'
import type { DataStatusName, PanelState, ScreenName, TicketState, UnknownReasonName } from './hooks.ts'

/** State of one panel. */
export type PanelReport = {
  state: PanelState
  /** Its ticker; null without one. */
  symbol: string | null
  /** Code of its error, if it shows one. */
  code: string | null
  /** Reasons of its unknown values, each once. */
  unknown: UnknownReasonName[]
}

/** All facts about a widget that do not depend on the language, and the failure line. Null = absent. */
export type WidgetState = {
  /** All present panels, including those behind a tab. */
  panels: { [N in PanelName]?: PanelReport }
  /** Selected panel if only one fits. */
  tab: PanelName | null
  theme: string | null
  /** Language of its texts, BCP 47. */
  locale: string | null
  connection: Connection | null
  /** Timeliness of the data on screen. */
  status: DataStatusName | null
  ticket: TicketState | null
  screen: ScreenName | null
  /** Code of the screen. */
  code: string | null
  /** The failure line instead of the frame: `ERROR CSP_BLOCKED`, or the sentence of `/react` and `/element`. */
  line: string | null
}

const emptyState: WidgetState = {
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
  // Does not wait for the frame: if it is missing, the visible text of the box is the failure.
  const inside = await document.evaluateAll(readDocument).catch(() => [])
  const [text] = inside.length ? [] : ((await box?.allInnerTexts().catch(() => [])) ?? [])
  return { ...emptyState, ...inside[0], line: text?.trim() || null }
}

/** Runs in the widget's document, so it must be self-contained. */
function readDocument(roots: Element[]): object[] {
  return roots.map((root) => {
    const attributeOf = (name: string) =>
      (root.hasAttribute(name) ? root : root.querySelector(`[${name}]`))?.getAttribute(name) || null
    const panels = [...root.querySelectorAll<HTMLElement>('[data-panel]')]
      // React hides suspended content by an inline `display: none`. Style sheets hide panels behind a tab: those count.
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
      tab: attributeOf('data-tab'),
      theme: attributeOf('data-theme'),
      locale: root.getAttribute('lang'),
      connection: attributeOf('data-connection'),
      status: attributeOf('data-status'),
      ticket: attributeOf('data-ticket'),
      screen: attributeOf('data-screen'),
      code: root.querySelector('[data-screen]')?.getAttribute('data-code') ?? null,
    }
  })
}

/** Describes the state in one line, for the message of a failed test. */
export function describe({ panels, screen, code, line, connection }: WidgetState): string {
  const parts = Object.entries(panels).map(([name, panel]) =>
    [name, panel.state, panel.symbol, panel.code, ...panel.unknown].filter(Boolean).join(' '),
  )
  if (screen) parts.unshift(`the screen ${screen}${code ? ` with ${code}` : ''}`)
  if (line) parts.push(`the line “${line}”`)
  if (connection && connection !== 'live') parts.push(`the connection is ${connection}`)
  return parts.join('; ') || 'no widget'
}
