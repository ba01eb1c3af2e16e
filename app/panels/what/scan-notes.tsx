/** Date and time of the scan, and the notes for a list without ideas. */
import type { WireTradeIdeas } from '#contract/responses/lists/ideas.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearFilters } from '#app/state/choices/list-choice.ts'
import { Chip } from '#app/ui/chip.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Note } from '#app/ui/note.tsx'
import { SeeIncomeButton } from './see-income-button.tsx'

/**
 * The trading day that the scan is named after, and the time at which it ran, with its day if that is another one. Before
 * them its age in trading days if that is more than one.
 */
export function ScanDate({ day, ideas }: { day: string; ideas: WireTradeIdeas | undefined }) {
  const { t } = useTranslation('filters')
  const format = useFormat()
  const age = ideas?.tradingDaysOld ?? 0
  const ranAt = ideas?.dateOfScan
  return (
    <>
      {age > 1 && (
        <Chip tone="warn" mark="!">
          {t('scanOld', { count: age })}
        </Chip>
      )}
      <bdi>{t('scan', { day: format.day(day) })}</bdi>
      {ranAt && (
        <bdi>
          {t(format.dayOf(ranAt) === format.day(day) ? 'scanRunAt' : 'scanRunOn', {
            day: format.dayShortOf(ranAt),
            time: format.time(ranAt),
          })}
        </bdi>
      )}
    </>
  )
}

/** Note for a scan without ideas, or for a missing scan. */
export function EmptyScan({
  day,
  symbolCount,
}: {
  /** Date of the scan; undefined without one. */
  day: string | undefined
  /** Number of scanned symbols. */
  symbolCount: number
}) {
  const { t } = useTranslation('filters')
  const format = useBasicFormat()
  if (!day) return <Note title={t('noScanTitle')}>{t('noScan')}</Note>
  return (
    <Note title={t('emptyTitle')} action={<SeeIncomeButton rows={0} />}>
      {t('emptyScan', { day: format.day(day), count: symbolCount })}
    </Note>
  )
}

/** Note that no idea passes the filters. */
export function NoMatch() {
  const app = useAppState()
  const { t } = useTranslation('filters')
  return (
    <Note
      title={t('noMatchTitle')}
      action={
        <Button data-action="clear-filters" onClick={() => clearFilters(app)}>
          {t('filter.clearAll')}
        </Button>
      }
    >
      {t('noMatch')}
    </Note>
  )
}
