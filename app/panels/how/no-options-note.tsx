import { useTranslation } from '#app/i18n/use-translation.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { Note } from '#app/ui/note.tsx'

/**
 * Note that the symbol has no options. Only a source that knows that none are listed states it; otherwise only their data is
 * missing.
 */
export function NoOptionsNote({ symbol, unknown }: { symbol: string; unknown: readonly UnknownField[] }) {
  const { t } = useTranslation('how')
  const areNoneListed = whyUnknown({ unknown }, 'optionsAsOf')?.reason === 'no-chain'
  return areNoneListed ? (
    <Note title={t('empty.listed', { symbol })}>{t('empty.listedHint')}</Note>
  ) : (
    <Note title={t('empty.noData', { symbol })}>{t('empty.noDataHint')}</Note>
  )
}
