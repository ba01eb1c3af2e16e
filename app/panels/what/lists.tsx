/**
 * Tabs of the lists in the panel, and the lists other than the ideas, which are loaded when their tab is
 * opened. To add a list, add its name to `ListName` (state/view.ts), its module to `loaders`, and its text
 * to `filters:lists`.
 */
import { Suspense } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setCalendar, setList } from '#app/state/choices/list-choice.ts'
import { type ListName, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { ListBody } from './list-body.tsx'
import type { ListModule, ListProps } from './list-module.ts'

const calendarIcon = 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3'

const loaders = {
  income: () => import('./income/income-list.tsx'),
  holdings: () => import('./holdings/holdings-list.tsx'),
} satisfies Partial<Record<ListName, () => Promise<ListModule>>>
/** Names of the lists other than the ideas. */
type OtherListName = keyof typeof loaders
const isOtherList = (list: ListName): list is OtherListName => list in loaders
const listNames: readonly ('ideas' | OtherListName)[] = [
  'ideas',
  ...(Object.keys(loaders) as OtherListName[]),
]

const useListModule = (list: ListName) =>
  useLazyModule<ListModule>(`what/${list}`, isOtherList(list) ? loaders[list] : rejectUnknown)
const rejectUnknown = () => Promise.reject<ListModule>(new Error('The list has no module in `loaders`'))

/** The tabs; `data-value` of the selected tab is the name of the displayed list. */
export const Lists = () => (
  <Suspense fallback={<div className="what-lists" />}>
    <ListTabs />
  </Suspense>
)

function ListTabs() {
  const app = useAppState()
  const { t } = useTranslation('filters')
  const list = useView((view) => view.list)
  const calendar = useView((view) => view.calendar)
  return (
    <div className="what-lists">
      <Tabs
        className="what-lists-tabs"
        label={t('lists.label')}
        value={list === 'ideas' || isOtherList(list) ? list : 'ideas'}
        choices={listNames.map((value) => ({ value, label: t(`lists.${value}`), controls: 'panel-what' }))}
        onChange={(selectedList) => setList(app, selectedList)}
      />
      {list === 'ideas' && (
        <Button
          kind="icon"
          data-action="calendar"
          aria-expanded={calendar}
          aria-label={t('calendar')}
          title={t('calendar')}
          onClick={() => setCalendar(app, !calendar)}
        >
          <Icon path={calendarIcon} />
        </Button>
      )}
    </div>
  )
}

/** Toolbar of a list other than the ideas. */
export function OtherToolbar({ list }: { list: ListName }) {
  const outline = (
    <div className={`what-toolbar what-toolbar-outline other-toolbar-outline what-toolbar-outline-${list}`} />
  )
  const Toolbar = useListModule(list).data?.Toolbar
  return <Suspense fallback={outline}>{Toolbar ? <Toolbar /> : outline}</Suspense>
}

/** A list other than the ideas. */
export function OtherList({ list, ...listProps }: ListProps & { list: ListName }) {
  const listModule = useListModule(list)
  const pending = (
    <ListBody
      state={listModule.isError ? 'error' : 'loading'}
      onState={listProps.onState}
      problem={listModule.error ? problemOf(listModule.error) : undefined}
      onRetry={() => void listModule.refetch()}
    />
  )
  const List = listModule.data?.List
  return <Suspense fallback={pending}>{List ? <List {...listProps} /> : pending}</Suspense>
}
