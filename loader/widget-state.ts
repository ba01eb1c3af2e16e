/**
 * The state of one widget between `load` and `destroyWidget`, shared by the modules around it. Each module
 * changes its own part: the frame element what is shown, the connection its port, the watchdog its beats.
 *
 * These names are internal, and the build shortens those that end in `_` (vite.config.ts).
 */
import type { EventType, Start, ToFrame } from '#contract/bridge/bridge.ts'
import type { PageOptions, WidgetOptions } from '#contract/bridge/options.ts'
import type { WidgetReport } from './report.ts'

/** The live widgets of the page. */
export const widgets = new Set<Life>()

export type Life = {
  /** The instance id, which is also the frame's `window.name`; the same for every frame of the widget. */
  readonly id_: string
  /** As passed by the page, updated by the frame: `theme`, `height`. */
  readonly options_: PageOptions
  /** The report of `diagnose`. */
  readonly report_: WidgetReport
  /** The page's argument of `load`, for the one function that stays there. */
  readonly given_: Pick<WidgetOptions, 'getAuthToken'>
  /** Tells the page's listeners, and keeps the payload in the report. */
  readonly emit_: (name: EventType, payload: unknown) => void
  /**
   * Messages for a frame that sends hello, in this order: `start`, subscriptions, the last command of each
   * name.
   */
  readonly replay_: { start: Start } & Record<string, ToFrame>
  /** The element that hosts the widget; none before it was found. */
  box_?: HTMLElement | null
  /** The frame, or the line in its place. */
  shown_?: HTMLElement & { readonly contentWindow?: Window | null }
  /** Our end of the bridge; none before a frame has said hello. */
  port_?: MessagePort | undefined
  /** The watchdog's beat. */
  beat_?: ReturnType<typeof setInterval>
  /** Beats since the frame's last message. */
  silence_?: number
}
