/**
 * One widget between `load` and `destroyWidget`, as the modules around it share it. Each changes what is its own: the
 * place what is shown, the connection its port, the watchdog its beats.
 *
 * No page sees these names, and the build gives those that end in `_` shorter ones (vite.config.ts).
 */
import type { EventType, Start, ToFrame } from '#contract/bridge/bridge.ts'
import type { PageOptions, WidgetOptions } from '#contract/bridge/options.ts'
import type { WidgetReport } from './report.ts'

/** The live widgets of the page. */
export const widgets = new Set<Life>()

export type Life = {
  /** The instance id, which is also the frame's `window.name`; the same for every frame of the widget. */
  readonly id_: string
  /** As the page gave them, and since then as the frame says that it looks: `theme`, `height`. */
  readonly options_: PageOptions
  /** What `diagnose` tells of it. */
  readonly report_: WidgetReport
  /** What the page gave to `load`, for the one function that stays there. */
  readonly given_: Pick<WidgetOptions, 'getAuthToken'>
  /** Tells the page's listeners, and keeps the payload in the report. */
  readonly emit_: (name: EventType, payload: unknown) => void
  /** What a frame that says hello must hear, in this order: `start`, the events listened to, the last command of each name. */
  readonly replay_: { start: Start } & Record<string, ToFrame>
  /** The element that hosts the widget; none before it was found. */
  box_?: HTMLElement | null
  /** The frame, or the line in its place. */
  shown_?: HTMLElement & { readonly contentWindow?: Window | null }
  /** Our end of the bridge; none before a frame has said hello. */
  port_?: MessagePort | undefined
  /** The watchdog's beat. */
  beat_?: ReturnType<typeof setInterval>
  /** Beats since the frame was last heard. */
  silence_?: number
}
