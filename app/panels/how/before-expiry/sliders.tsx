import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choices, Chosen } from './slider-ranges.ts'
import type { ScenarioWords } from './scenario-words.ts'
import type { Moment } from './values.ts'

/** Chooses the day and the volatility: two native sliders. */
export function Sliders({
  choices: { days, shifts },
  moment: { daysLeft, shift },
  words,
  onChoose,
}: {
  choices: Choices
  moment: Moment
  words: Pick<ScenarioWords, 'days' | 'volatility'>
  onChoose: (chosen: Chosen) => void
}) {
  const { t } = useTranslation('scenario')
  const passed = days - daysLeft
  return (
    <div className="how-before-sliders">
      <Slider
        label={t('date')}
        said={words.days}
        range={{ min: 0, max: days, step: 1 }}
        value={passed}
        onChange={(value) => onChoose({ passed: value, shift })}
      />
      <Slider
        label={t('volatility')}
        said={words.volatility}
        range={{ min: shifts.low, max: shifts.high, step: shifts.step }}
        value={shift}
        onChange={(value) => onChoose({ passed, shift: value })}
      />
    </div>
  )
}

/** A native slider under its name and its value in words. As in the diagram, less is at the left in every language. */
function Slider({
  label,
  said,
  range,
  value,
  onChange,
}: {
  label: string
  said: string
  range: { min: number; max: number; step: number }
  value: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className="how-before-slider">
      <label htmlFor={id}>{label}</label>
      <span aria-hidden="true">{said}</span>
      <input
        id={id}
        type="range"
        dir="ltr"
        {...range}
        value={value}
        disabled={range.min === range.max}
        aria-valuetext={said}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
