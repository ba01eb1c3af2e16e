/** Button that saves the shown trades as a file with comma-separated values. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { saveCsv } from '#app/panels/what/csv/save-csv.ts'
import { useTradeRows } from './trade-rows.ts'

export function ExportButton({
  trades,
  day,
  hidesAnnualized,
}: {
  trades: readonly WireBestTrade[]
  /** Trading day of the scan, for the name of the file; null if unknown. */
  day: string | null
  hidesAnnualized: boolean
}) {
  const { t } = useTranslation('ideas')
  const rowsOf = useTradeRows(hidesAnnualized)
  return (
    <Button
      kind="quiet"
      data-action="export"
      onClick={() => saveCsv(rowsOf(trades), ['best-income', day].filter(Boolean).join('-'))}
    >
      {t('csv.export')}
    </Button>
  )
}
