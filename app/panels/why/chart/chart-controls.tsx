import { useTranslation } from '#app/i18n/use-translation.ts'
import { type HistoryRange, historyRanges } from '#contract/responses/resources.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart } from '#app/state/choices/chart-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { rangeKeys } from './bar-window.ts'

/** Selection of the range, and the switch between chart and tables. */
export function ChartControls({
  range,
  isMoved,
  asTable,
  onRange,
  disabledBy,
}: {
  range: HistoryRange
  /** Whether the chart is panned or zoomed, so that it shows another part than the range. */
  isMoved: boolean
  asTable: boolean
  onRange: (range: HistoryRange) => void
  /** Id of the element that says why there is no chart. */
  disabledBy: string | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation(['why', 'common'])
  return (
    <div className="why-chart-bar">
      <Segmented
        label={t('chart.range')}
        value={range}
        unchecked={isMoved}
        choices={historyRanges.map((value) => ({ value, label: t(rangeKeys[value]) }))}
        onChange={onRange}
        disabledBy={disabledBy}
      />
      {!asTable && <ZoomHint />}
      <Button
        kind="quiet"
        className="why-as-table"
        disabled={disabledBy !== undefined}
        aria-describedby={disabledBy}
        onClick={() => chooseChart(app, { asTable: !asTable })}
      >
        {t(asTable ? 'chart.asChart' : 'chart.asTable')}
      </Button>
    </div>
  )
}

/**
 * Hint that a wheel zooms only with Ctrl. Not for screen readers, which get the keys of the chart.
 */
export function ZoomHint() {
  const { t } = useTranslation('why')
  return (
    <span className="why-zoom-hint" aria-hidden="true">
      {t('chart.zoomHint')}
    </span>
  )
}
