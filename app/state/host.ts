/** Given: what the embedding page and the session say. Written by `app/boot` only. */
import type { Locale } from '#contract/locales.ts'
import type { FrameOptions, Theme, WidgetType } from '#contract/options.ts'
import type { Problem } from '#contract/problem.ts'
import type { PartnerSettings } from '#contract/access.ts'
import { defineState } from './app-state.ts'

/**
 * `waiting` for the page, `connecting` to the service, `ready`, `ended` (session over, data stays on screen),
 * `refused` (domain not whitelisted), `failed` (no session to be had).
 */
export type Phase = 'waiting' | 'connecting' | 'ready' | 'ended' | 'refused' | 'failed'

export type Host = {
  phase: Phase
  widgetType: WidgetType
  /** As read on the page and again here; until the page has spoken those that its frame's address tells, or null. */
  options: Partial<FrameOptions> | null
  /** Texts and links of the partner; null until the session is there. */
  settings: PartnerSettings | null
  theme: Theme
  /** The page's language; the user's own choice is `view.locale`. */
  locale: Locale
  /** Why the phase is `refused`, `failed` or `ended`. */
  problem: Problem | null
  /** Origin of the embedding page. */
  origin: string
  /** The page's SET_SYMBOL that was followed last, as text. */
  followed: unknown
}

export const useHost = defineState<Host>({
  phase: 'waiting',
  widgetType: 'pro',
  options: null,
  settings: null,
  theme: 'light',
  locale: 'en',
  problem: null,
  origin: '',
  followed: undefined,
})

/** Whether a boolean option is on; before the page has spoken, what the spec's table says. */
export const useOption = (
  name: { [N in keyof FrameOptions]-?: FrameOptions[N] extends boolean ? N : never }[keyof FrameOptions],
  before = false,
): boolean => useHost((host) => host.options?.[name] ?? before)

/** Whether there is, or was, a session: the service may be asked, and the page hears what the user does. */
export const isRunning = ({ phase }: Host): boolean => phase === 'ready' || phase === 'ended'

/** Whether the widget has the ideas beside the panels about one symbol. */
export const showsWhat = ({ widgetType, options }: Host): boolean =>
  widgetType !== 'proStrategies' && options?.showWhatPanel !== false
