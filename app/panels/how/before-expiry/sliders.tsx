import { type CSSProperties, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { SliderRanges, SliderSettings } from './slider-ranges.ts'
import type { ScenarioTexts } from './scenario-texts.ts'
import type { ValuationPoint } from './values.ts'

/** Two native sliders that choose the day and the volatility. */
export function Sliders({
  ranges: { days, shifts },
  point: { daysLeft, shift },
  texts,
  onChoose,
}: {
  ranges: SliderRanges
  point: ValuationPoint
  texts: Pick<ScenarioTexts, 'days' | 'volatility'>
  onChoose: (settings: SliderSettings) => void
}) {
  const { t } = useTranslation('scenario')
  const daysFromToday = days - daysLeft
  return (
    <div className="how-before-sliders">
      <Slider
        label={t('date')}
        valueText={texts.days}
        range={{ min: 0, max: days, step: 1 }}
        value={daysFromToday}
        onChange={(value) => onChoose({ daysFromToday: value, shift })}
      />
      <Slider
        label={t('volatility')}
        valueText={texts.volatility}
        range={{ min: shifts.low, max: shifts.high, step: shifts.step }}
        value={shift}
        onChange={(value) => onChoose({ daysFromToday, shift: value })}
      />
    </div>
  )
}

/**
 * Native slider with its label and its value as text. Values increase to the right in every
 * language, as in the chart.
 */
function Slider({
  label,
  valueText,
  range,
  value,
  onChange,
}: {
  label: string
  valueText: string
  range: { min: number; max: number; step: number }
  value: number
  onChange: (value: number) => void
}) {
  const id = useId()
  const { min, max } = range
  const shareOf = (position: number) => (max > min ? (position - min) / (max - min) : 0)
  // The filled part begins at zero, which is inside the range of a slider with negative values.
  const [zero, position] = [shareOf(Math.max(min, 0)), shareOf(value)]
  const style = {
    '--zero': zero,
    '--filled-from': Math.min(zero, position),
    '--filled-to': Math.max(zero, position),
  } as CSSProperties
  return (
    <div className="how-before-slider" style={style}>
      <label htmlFor={id}>{label}</label>
      <span aria-hidden="true">{valueText}</span>
      <input
        id={id}
        type="range"
        dir="ltr"
        {...range}
        value={value}
        disabled={range.min === range.max}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
