/** Which list stands in What. */
import { useTranslation } from 'react-i18next'
import { useAppState } from '#app/state/app-state.ts'
import { setList, useView } from '#app/state/view.ts'
import { Segmented } from '#app/ui/segmented.tsx'

/** The name of the list that is shown, as the panel's heading. */
export function ListName() {
  const { t } = useTranslation('filters')
  return t('list.holdings')
}

export function ListSwitch() {
  const app = useAppState()
  const { t } = useTranslation('filters')
  const list = useView((view) => view.list)
  return (
    <div className="what-toolbar">
      <Segmented
        label={t('list.label')}
        value={list}
        choices={(['ideas', 'holdings'] as const).map((value) => ({ value, label: t(`list.${value}`) }))}
        onChange={(next) => setList(app, next)}
      />
    </div>
  )
}
