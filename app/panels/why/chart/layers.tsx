/** Layers of the chart besides the prices, each toggled by a button that shows its line; and zoom buttons. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type Average, averageSessions } from '#contract/responses/resources.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart, type ChartChoice } from '#app/state/chart-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { type BarWindow, isWhole, moved, wholeWindow, zoomed } from './bar-window.ts'
import { zoomStep } from './movement.ts'

export function Layers({
  choice,
  count,
  averages,
  window,
  onWindow,
}: {
  choice: ChartChoice
  /** As they are answered; undefined before they are. */
  averages: readonly Average[] | undefined
  /** Bars there are; 0 before they are. */
  count: number
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
}) {
  const app = useAppState()
  const { t } = useTranslation('why')
  const reasonOf = useUnknownReason()
  const toggles = [
    { name: 'volume' as const, label: t('chart.volumeLayer'), title: undefined },
    { name: 'trend' as const, label: t('chart.trend'), title: t('chart.trendTitle') },
  ]
  return (
    <div className="why-layers">
      <div role="group" aria-label={t('chart.layers')}>
        <Button
          kind="quiet"
          pressed={choice.candles}
          data-layer="candles"
          onClick={() => chooseChart(app, { candles: !choice.candles })}
        >
          {t('chart.candles')}
        </Button>
        {averageSessions.map((sessions) => {
          const shown = choice.averages.includes(sessions)
          const chosen = averageSessions.filter((one) =>
            one === sessions ? !shown : choice.averages.includes(one),
          )
          // Entirely unknown: the button is disabled instead of toggling an empty line.
          const answered = shown ? averages?.find((one) => one.sessions === sessions) : undefined
          const missing = answered?.close.every((value) => value === null) ? answered.unknown : null
          return (
            <Button
              key={sessions}
              kind="quiet"
              pressed={shown}
              data-layer={`average-${sessions}`}
              aria-label={t('chart.average', { sessions })}
              title={missing ? reasonOf({ reason: missing, asOf: null }) : t('chart.average', { sessions })}
              aria-description={missing ? reasonOf({ reason: missing, asOf: null }) : undefined}
              onClick={() => chooseChart(app, { averages: chosen })}
            >
              <svg className="why-swatch" viewBox="0 0 14 8" aria-hidden="true">
                <path className="why-average" data-sessions={sessions} d="M0 4H14" />
              </svg>
              {sessions}
              {missing && ' —'}
            </Button>
          )
        })}
        {toggles.map(({ name, label, title }) => (
          <Button
            key={name}
            kind="quiet"
            pressed={choice[name]}
            data-layer={name}
            title={title}
            onClick={() => chooseChart(app, { [name]: !choice[name] })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Zoom count={count} window={window ?? wholeWindow(count)} onWindow={onWindow} />
    </div>
  )
}

/** For those who have neither wheel nor two fingers, nor a hand to drag with. */
function Zoom({
  count,
  window,
  onWindow,
}: {
  count: number
  window: BarWindow
  onWindow: (window: BarWindow | null) => void
}) {
  const { t } = useTranslation('why')
  const whole = isWhole(window, count)
  const part = (window.to - window.from) / 3
  const steps = [
    ['earlier', '‹', whole || window.from <= 0, () => moved(window, count, -part)],
    ['later', '›', whole || window.to >= count - 1, () => moved(window, count, part)],
    ['zoom-out', '−', whole, () => zoomed(window, count, zoomStep, window.to)],
    ['zoom-in', '+', window.to - window.from < 10, () => zoomed(window, count, 1 / zoomStep, window.to)],
  ] as const
  const names = {
    earlier: t('chart.earlier'),
    later: t('chart.later'),
    'zoom-out': t('chart.zoomOut'),
    'zoom-in': t('chart.zoomIn'),
  }
  return (
    // Time runs from left to right in every language, and so do the buttons that move it.
    <div role="group" aria-label={t('chart.zoom')} className="why-zoom" dir="ltr">
      {steps.map(([action, sign, ended, next]) => (
        <Button
          key={action}
          kind="icon"
          data-step={action}
          aria-label={names[action]}
          title={names[action]}
          // Still reachable: a button that goes away under the finger that presses it takes the focus with it.
          aria-disabled={ended}
          onClick={() => !ended && onWindow(next())}
        >
          {sign}
        </Button>
      ))}
    </div>
  )
}
