/** The report for support tickets (`diagnose`). No credentials, no user. */
import type { EventType } from '#contract/bridge/bridge.ts'

/** History of one widget: the last payload of each event, and times. */
export type WidgetReport = {
  destination: string
  load: Date
  /** When the frame last sent `hello`; it does so after every reload. */
  hello?: Date
  /** Whether the frame stopped responding and was reloaded. */
  lost?: true
  /** Version of the app in the frame. */
  app?: string
} & { [E in EventType]?: unknown }

/** The page's side of the report, then one entry per live widget. */
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
