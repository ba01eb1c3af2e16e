/** The report for support tickets (`diagnose`). It contains no credentials and no user id. */
import type { EventType } from '#contract/bridge/bridge.ts'

/** History of one widget: the last payload of each event, and times. */
export type WidgetReport = {
  destination: string
  load: Date
  /** Time at which the frame last sent `hello`, which it does after every load. */
  hello?: Date
  /** Whether the frame stopped responding and was reloaded. */
  lost?: true
  /** Version of the app in the frame. */
  app?: string
} & { [E in EventType]?: unknown }

/** Data about the page, followed by one entry for each live widget. */
export type SupportReport = [
  {
    loader: string
    protocol: number
    /** Origin of the page. */
    origin: string
    isSecureContext: boolean
    /** Address of the app's page. */
    app: string
  },
  ...WidgetReport[],
]
