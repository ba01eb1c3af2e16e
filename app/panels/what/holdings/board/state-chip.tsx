import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { earnedShares, fewDays, type PositionState } from '#contract/responses/position-states.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Chip, clockMark, type Tone } from '#app/ui/chip.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

const looks: Record<PositionState, { tone: Tone; mark: ReactNode }> = {
  'assignment-likely': { tone: 'bad', mark: '!' },
  tested: { tone: 'warn', mark: '!' },
  'few-days-left': { tone: 'info', mark: clockMark },
  'mostly-earned': { tone: 'good', mark: '✓' },
  'half-earned': { tone: 'neutral', mark: '✓' },
}

/** Returns functions for the name of a state and the sentence that explains it. */
export function useStateTexts() {
  const { t } = useTranslation(['positions', 'holdings'])
  const format = useFormat()
  const values = {
    share: format.percent(earnedShares.mostly, 0),
    half: format.percent(earnedShares.half, 0),
    days: format.whole(fewDays),
  }
  return {
    nameOf: (state: PositionState) => t(`state.${state}`, values),
    explanationOf: (state: PositionState, { assignment }: Pick<WireRoll, 'assignment'>) =>
      state === 'assignment-likely'
        ? t('holdings:roll.near', {
            causes: format.list(assignment.causes.map((cause) => t(`holdings:cause.${cause}`))),
          })
        : state === 'tested' && assignment.isNear === null
          ? `${t('explain.tested', values)} ${t('explain.assignmentUnknown')}`
          : t(`explain.${state}`, values),
  }
}

/** The most urgent state. The sentences that explain all states are its title, and are read after its name. */
export function StateChip({ states, roll }: { states: readonly PositionState[]; roll: WireRoll }) {
  const { nameOf, explanationOf } = useStateTexts()
  const [state] = states
  if (state === undefined) return null
  const explanation = states.map((held) => explanationOf(held, roll)).join(' ')
  return (
    <>
      <Chip {...looks[state]} title={explanation}>
        {nameOf(state)}
      </Chip>
      <VisuallyHidden> {explanation}</VisuallyHidden>
    </>
  )
}
