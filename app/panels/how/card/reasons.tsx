import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useShownMessage } from '#app/panels/how/annualized.ts'
import { Checklist, ChecklistCounts } from './checklist.tsx'
import type { CardWarning } from './warnings.tsx'

/**
 * Assessment of a contract: one summary line; when unfolded also the warnings as sentences, the trade in plain
 * English, and the checklist.
 */
export function Reasons({
  option,
  warnings,
  isSummaryCurrent = true,
}: {
  option: IncomeOption
  warnings: readonly CardWarning[]
  /** The summary in plain English still matches the order. */
  isSummaryCurrent?: boolean | undefined
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
          {isSummaryCurrent && (
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
