import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { History } from '#contract/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { barAt, type ChartModel } from './chart-model.ts'

/** Bars that Page Up and Page Down go: a week. */
const page = 5

/**
 * Reads the chart bar by bar: with the pointer, or as a slider with ← → Home End Page Up Page Down. The line over the
 * chart always tells the bar read, the last one where none is; so nothing shifts and nothing covers the line.
 */
export function Crosshair({
  model,
  history,
  label,
  describedBy,
  legend,
  children,
}: {
  model: ChartModel | null
  history: History
  label: string
  describedBy: string
  legend: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const [chosen, setChosen] = useState<number | null>(null)
  const end = history.date.length - 1
  const index = chosen === null ? end : Math.min(chosen, end)
  const bar = {
    date: format.day(history.date[index]),
    close: format.price(history.close[index]),
    high: format.price(history.high[index]),
    low: format.price(history.low[index]),
    volume: format.volume(history.volume[index]),
  }

  const point = (event: PointerEvent<HTMLElement>) => {
    if (model) setChosen(barAt(model, event.clientX - event.currentTarget.getBoundingClientRect().left))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Time runs from left to right in every language, so the arrows do too.
    const steps: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - page,
      PageUp: index + page,
      Home: 0,
      End: end,
    }
    const next = steps[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setChosen(Math.min(end, Math.max(0, next)))
    } else if (event.key === 'Escape' && chosen !== null) {
      event.stopPropagation()
      setChosen(null)
    }
  }

  const day = model?.days[index]
  const x = model && day !== undefined ? model.x(day) : 0
  const y = model ? model.y(history.close[index]!) : 0
  return (
    <>
      <div className="why-legend" data-pointing={chosen !== null}>
        <span className="why-readout" aria-hidden="true" dir="ltr">
          <span>
            <bdi>{bar.date}</bdi> <b>{bar.close}</b>
          </span>
          {(['high', 'low', 'volume'] as const).map((name) => (
            <span key={name}>
              <bdi>{t(`chart.${name}`)}</bdi> <bdi>{bar[name]}</bdi>
            </span>
          ))}
        </span>
        {legend}
      </div>
      <div
        className="why-chart"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={describedBy}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, end)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={t('chart.value', bar)}
        onKeyDown={onKeyDown}
        onBlur={() => setChosen(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setChosen(null)}
        onPointerCancel={() => setChosen(null)}
      >
        {children}
        {model && chosen !== null && (
          <svg className="why-crosshair" aria-hidden="true">
            <line x1={x} x2={x} y1={model.plot.top} y2={model.plot.bottom} />
            <circle cx={x} cy={y} r="4" />
          </svg>
        )}
      </div>
    </>
  )
}
