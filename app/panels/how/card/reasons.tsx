import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useShownMessage } from '#app/panels/how/annualized.ts'
import { Checklist, ChecklistCounts } from './checklist.tsx'
import type { CardWarning } from './warnings.tsx'

/**
 * What speaks for and against a contract: in one line how much, and unfolded the warnings in whole sentences, the trade in
 * plain English, where that is still about the order, and the checklist.
 */
export function Reasons({
  option,
  warnings,
  isAsTold = true,
}: {
  option: IncomeOption
  warnings: readonly CardWarning[]
  isAsTold?: boolean | undefined
}) {
  const { t } = useTranslation('how')
  const write = useShownMessage()
  const [open, setOpen] = useState(false)
  return (
    <details className="how-reasons" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-action="reasons">
        <span className="visually-hidden">{t('card.checklist')}: </span>
        <ChecklistCounts items={option.checklist} />
      </summary>
      {open && (
        <>
          {warnings.map(
            ({ name, sentence }) =>
              sentence && (
                <p key={name} className="how-warning">
                  <span aria-hidden="true">! </span>
                  {sentence}
                </p>
              ),
          )}
          {isAsTold && (
            <p className="how-english" dir="auto">
              {write(option.inPlainEnglishMessage, option.inPlainEnglish)}
            </p>
          )}
          <Checklist items={option.checklist} />
        </>
      )}
    </details>
  )
}
