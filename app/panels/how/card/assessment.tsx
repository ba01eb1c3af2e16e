import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { Disclosure } from '#app/ui/controls/disclosure.tsx'
import { useShownMessage } from '#app/panels/how/annualized.ts'
import { Checklist, ChecklistCounts } from './checklist.tsx'
import type { CardWarning } from './warnings.tsx'

/**
 * Assessment of a contract: a line with the counts of the checklist. When it is unfolded, also the
 * warnings as sentences, the summary in plain English, and the checklist.
 */
export function Assessment({
  option,
  warnings,
  isSummaryCurrent,
}: {
  option: IncomeOption
  warnings: readonly CardWarning[]
  /** The service's summary in plain English matches the figures. */
  isSummaryCurrent: boolean
}) {
  const { t } = useTranslation('how')
  const messageText = useShownMessage()
  return (
    <Disclosure
      className="how-reasons"
      action="reasons"
      isLazy
      label={
        <>
          <span className="visually-hidden">{t('card.checklist')}: </span>
          <ChecklistCounts items={option.checklist} />
        </>
      }
    >
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
          {messageText(option.inPlainEnglishMessage, option.inPlainEnglish)}
        </p>
      )}
      <Checklist items={option.checklist} />
    </Disclosure>
  )
}
