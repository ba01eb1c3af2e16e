/** Button that toggles a form of filters, with the number of filters that are set. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const filterIcon = 'M2 3.5h12M4.5 8h7M6.5 12.5h3'

export function FiltersButton({
  count,
  open,
  onToggle,
}: {
  count: number
  open: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation('filters')
  return (
    <Button
      kind="quiet"
      className="what-more"
      data-action="filters"
      data-count={count || undefined}
      aria-expanded={open}
      onClick={onToggle}
    >
      <Icon path={filterIcon} />
      <span className="what-more-text">{count ? t('filter.moreCount', { count }) : t('filter.more')}</span>
    </Button>
  )
}
