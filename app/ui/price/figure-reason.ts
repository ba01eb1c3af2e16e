/** Reasons why a figure of an open option is unknown, on the board of holdings and in How. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { useUnknownReason } from '#app/ui/unknown.tsx'

/** Why the service has given no figures of a position. `waiting`: more positions are listed than are requested. */
export type NoRollReason = 'loading' | 'failed' | 'not-listed' | 'waiting'

/** Why a figure is unknown: a reason of the app, or one of the service. */
export type FigureReason =
  | NoRollReason
  | 'no-premium'
  | 'no-basis'
  | 'not-covered'
  | 'adjusted'
  | 'last-day'
  | UnknownField

/** Returns a function for the text of a reason. */
export function useFigureReason(): (reason: FigureReason) => string {
  const { t } = useTranslation('holdings')
  const unknownReason = useUnknownReason()
  return (reason) => (typeof reason === 'object' ? unknownReason(reason) : t(`reason.${reason}`))
}
