import { useTranslation } from '#app/i18n/use-translation.ts'
import { type HistoryRange, historyRanges } from '#contract/responses/resources.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart } from '#app/state/chart-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { rangeKeys } from './bar-window.ts'

/** Selection of the range, and the switch between chart and tables. */
export function ChartControls({
  range,
  asTable,
  onRange,
  disabledBy,
}: {
  range: HistoryRange
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
        choices={historyRanges.map((value) => ({ value, label: t(rangeKeys[value]) }))}
        onChange={onRange}
        disabledBy={disabledBy}
      />
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
