/** State that the embedding page and the session determine. Only `app/boot` writes it. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { Locale } from '#contract/text/locales.ts'
import type { FrameOptions, Theme, WidgetType } from '#contract/bridge/options/options.ts'
import type { Problem } from '#contract/api/problem.ts'
import type { PartnerSettings } from '#contract/api/access.ts'
import { defineState } from './app-state.ts'

/**
 * - `waiting`: the page has not sent its options yet
 * - `connecting`: a session is being opened
 * - `ready`: the session is open
 * - `ended`: the session is over; its data stays on screen
 * - `refused`: the page's domain is not whitelisted
 * - `failed`: no session could be opened
 */
export type Phase = 'waiting' | 'connecting' | 'ready' | 'ended' | 'refused' | 'failed'

/**
 * The remedy if there is no session:
 *
 * - `wait`: the app retries automatically
 * - `retry`: the user may retry
 * - `trying`: a retry is running
 * - `none`: no retry is possible
 */
export type Remedy = 'wait' | 'retry' | 'trying' | 'none'

export type Host = {
  phase: Phase
  widgetType: WidgetType
  /**
   * The page's validated options. Before `start` these are the options in the frame's address, or
   * null if it has no options.
   */
  options: Partial<FrameOptions> | null
  /** Texts and links of the partner; null until the session is open. */
  settings: PartnerSettings | null
  theme: Theme
  /** The page's language; the user's own choice is `view.locale`. */
  locale: Locale
  /** The reason for the phase `refused`, `failed` or `ended`. */
  problem: Problem | null
  /** The code of the ERROR event that the page has received. */
  code: LoaderErrorCode | null
  remedy: Remedy
  /** Origin of the embedding page. */
  origin: string
  /** Version of the page's loader; empty if the page has none, as in a native app's web view. */
  loaderVersion: string
  /** Names of the events that the page has subscribed to. */
  subscribedEvents: ReadonlySet<string>
  /** Payload of the last executed SET_SYMBOL command, as text. */
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
  loaderVersion: '',
  subscribedEvents: new Set(),
  lastSetSymbol: undefined,
})

/** Returns the value of a boolean option; `initial` if the page has not set it. */
export const useOption = (
  name: { [N in keyof FrameOptions]-?: FrameOptions[N] extends boolean ? N : never }[keyof FrameOptions],
  initial = false,
): boolean => useHost((host) => host.options?.[name] ?? initial)

/** Returns whether a session was opened; it may have ended since. */
export const wasSessionOpened = ({ phase }: Host): boolean => phase === 'ready' || phase === 'ended'

/** Returns whether the partner hides annualised returns (FINRA 2220(d)(3)). */
export const isAnnualizedHidden = ({ settings }: Host): boolean => settings?.hideAnnualised ?? false

/** Returns whether the widget has the What panel, the list of ideas. */
export const showsWhatPanel = ({ widgetType, options }: Host): boolean =>
  widgetType !== 'proStrategies' && options?.showWhatPanel !== false
