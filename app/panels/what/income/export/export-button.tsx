/** Button that saves the shown trades as a file with comma-separated values. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireBestTrade } from '#contract/responses/best-income.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { csvText } from './csv.ts'
import { useTradeRows } from './trade-rows.ts'

/** The mark with which spreadsheets recognise UTF-8. */
const byteOrderMark = '\uFEFF'

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
      onClick={() =>
        save(byteOrderMark + csvText(rowsOf(trades)), ['best-income', day].filter(Boolean).join('-'))
      }
    >
      {t('csv.export')}
    </Button>
  )
}

/** Saves a text in a file. */
function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  // The browser has read the address once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url))
}
