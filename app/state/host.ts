/** State that the embedding page and the session determine. Written by `app/boot` only. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { Locale } from '#contract/text/locales.ts'
import type { FrameOptions, Theme, WidgetType } from '#contract/bridge/options.ts'
import type { Problem } from '#contract/api/problem.ts'
import type { PartnerSettings } from '#contract/api/access.ts'
import { defineState } from './app-state.ts'

/**
 * `waiting` for the page, `connecting` to the service, `ready`, `ended` (session over, data stays on screen),
 * `refused` (domain not whitelisted), `failed` (no session could be opened).
 */
export type Phase = 'waiting' | 'connecting' | 'ready' | 'ended' | 'refused' | 'failed'

/**
 * The remedy if there is no session: `wait`, an automatic retry follows; `retry`, the user may retry;
 * `trying`, a retry is running; `none`.
 */
export type Remedy = 'wait' | 'retry' | 'trying' | 'none'

export type Host = {
  phase: Phase
  widgetType: WidgetType
  /** The page's options, checked by the loader and again here; until `start` those of the frame's address, or null. */
  options: Partial<FrameOptions> | null
  /** Texts and links of the partner; null until the session is open. */
  settings: PartnerSettings | null
  theme: Theme
  /** The page's language; the user's own choice is `view.locale`. */
  locale: Locale
  /** Why the phase is `refused`, `failed` or `ended`. */
  problem: Problem | null
  /** The same code as in the page's ERROR. */
  code: LoaderErrorCode | null
  remedy: Remedy
  /** Origin of the embedding page. */
  origin: string
  /** Version of the page's loader; empty without one, as in an app's web view. */
  loader: string
  /** Names of the events that the page has subscribed to. */
  subscribedEvents: ReadonlySet<string>
  /** Payload of the last executed SET_SYMBOL, as text. */
  lastSetSymbol: unknown
}

export const useHost = defineState<Host>({
  phase: 'waiting',
  widgetType: 'pro',
  options: null,
  settings: null,
  theme: 'light',
  locale: 'en',
  problem: null,
  code: null,
  remedy: 'none',
  origin: '',
  loader: '',
  subscribedEvents: new Set(),
  lastSetSymbol: undefined,
})

/** Whether a boolean option is on; `initial` before the page has sent its options. */
export const useOption = (
  name: { [N in keyof FrameOptions]-?: FrameOptions[N] extends boolean ? N : never }[keyof FrameOptions],
  initial = false,
): boolean => useHost((host) => host.options?.[name] ?? initial)

/** Whether there is, or was, a session: requests may be sent, and the page receives events. */
export const isRunning = ({ phase }: Host): boolean => phase === 'ready' || phase === 'ended'

/** Whether the partner hides annualised returns (FINRA 2220(d)(3)). */
export const isAnnualizedHidden = ({ settings }: Host): boolean => settings?.hideAnnualised ?? false

/** Whether the widget has the list of ideas beside the panels about one symbol. */
export const showsWhat = ({ widgetType, options }: Host): boolean =>
  widgetType !== 'proStrategies' && options?.showWhatPanel !== false
