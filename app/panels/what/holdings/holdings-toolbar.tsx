/** Toolbar of the holdings: add a symbol, import and export positions. A list of the page can only be exported. */
import './holdings.css'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { maxHoldings } from '#contract/bridge/holdings.ts'
import { useHoldings } from '#app/state/holdings.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { saveCsv } from '#app/panels/what/csv/save-csv.ts'
import { HoldingDialog } from './holding-dialog.tsx'
import { ImportDialog } from './transfer/import-dialog.tsx'
import { positionRows } from './transfer/position-rows.ts'

export function HoldingsToolbar() {
  const { t } = useTranslation('positions')
  const { holdings, isOwn } = useHoldings()
  return (
    <div className="what-toolbar holdings-toolbar">
      {isOwn && <AddButton />}
      {isOwn && <ImportButton />}
      <Button
        kind="quiet"
        data-action="export-holdings"
        disabled={holdings.length === 0}
        onClick={() => saveCsv(positionRows(holdings), 'positions')}
      >
        {t('import.export')}
      </Button>
    </div>
  )
}

function AddButton() {
  const { t } = useTranslation('holdings')
  const { holdings } = useHoldings()
  const [isOpen, setIsOpen] = useState(false)
  const isFull = holdings.length >= maxHoldings
  return (
    <>
      <Button
        data-action="add-holding"
        disabled={isFull}
        title={isFull ? t('edit.full') : undefined}
        onClick={() => setIsOpen(true)}
      >
        {t('list.add')}
      </Button>
      {isOpen && (
        <HoldingDialog
          holding={undefined}
          isTaken={(symbol) => holdings.some((holding) => holding.symbol === symbol)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function ImportButton() {
  const { t } = useTranslation('positions')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" data-action="import-holdings" onClick={() => setIsOpen(true)}>
        {t('import.action')}
      </Button>
      {isOpen && <ImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
