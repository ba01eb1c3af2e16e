/** What a partner pastes into a support ticket (`diagnose`), and what an ERROR holds. No credentials, no user. */
import type { EventType, LoaderErrorCode, WidgetError } from '#contract/bridge.ts'
import { app } from './app-address.ts'

/** One widget's life so far: the last payload of each event, and when what happened. */
export type WidgetReport = {
  destination: string
  load: Date
  /** When the frame last said hello; it does so after every reload. */
  hello?: Date
  /** Whether the frame has stopped answering and was reloaded. */
  lost?: true
  /** Version of the app in the frame. */
  app?: string
} & { [E in EventType]?: unknown }

/** The page's side of the report, then one entry per live widget. */
export type SupportReport = [
  {
    loader: string
    protocol: number
    /** The page's. */
    origin: string
    isSecureContext: boolean
    /** Address of the app's page. */
    app: string
  },
  ...WidgetReport[],
]

/** What `load` throws and what ERROR carries; on the console too, for pages that do not listen. */
export function problem(code: LoaderErrorCode, message: string): WidgetError {
  const error = Object.assign(Error(), {
    name: 'ServiceWidgetError',
    code,
    message,
    docs: `${app.origin}/docs/embedding#${code}`,
  })
  console.error(error)
  return error
}
