/**
 * The state of one widget between `load` and `destroyWidget`, shared by the loader's modules. Each module changes
 * only its part: frame-element.ts the element, connection.ts the port, watchdog.ts the timer.
 *
 * These names are internal, and the build shortens those that end in `_` (vite.config.ts).
 */
import type { EventType, Start, ToFrame } from '#contract/bridge/bridge.ts'
import type { PageOptions, WidgetOptions } from '#contract/bridge/options/options.ts'
import type { WidgetReport } from './report.ts'

/** The live widgets of the page. */
export const widgets = new Set<LoaderWidgetState>()

export type LoaderWidgetState = {
  /** The instance id, which is also the frame's `window.name`; the same for every frame of the widget. */
  readonly id_: string
  /** Whether the frame is only prepared for a later `load`. */
  isWarm_?: boolean | undefined
  /** The page's options. The frame updates `theme` and `height`. */
  options_: PageOptions
  /** The report of `diagnose`. */
  report_: WidgetReport
  /** The object passed to `load`: `getAuthToken` is a function, which cannot be sent to the frame. */
  pageOptions_: Pick<WidgetOptions, 'getAuthToken'>
  /** Calls the page's listeners and stores the payload in the report. */
  emit_: (name: EventType, payload: unknown) => void
  /** Messages to replay to a frame that sends `hello`: `start`, subscriptions, and the last command of each name. */
  replay_: { start?: Start } & Record<string, ToFrame>
  /** The element that hosts the widget; undefined until it is found. */
  container_?: HTMLElement | null
  /** The frame, or the failure line in its place. */
  frameElement_?: HTMLElement & { readonly contentWindow?: Window | null }
  /** The loader's end of the bridge; undefined until the frame has sent `hello`. */
  port_?: MessagePort | undefined
  /** Interval timer of the watchdog. */
  heartbeatTimer_?: ReturnType<typeof setInterval>
  /** Watchdog intervals since the frame's last message. */
  silentBeats_?: number
}
