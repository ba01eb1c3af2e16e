import { useLazyModule } from '#app/api/lazy-module.ts'
import { useHost } from '#app/state/host.ts'
import type { RecordLine } from '#app/panels/how/card/record-line.tsx'

/**
 * The line about similar picks, under the card. Its module is loaded after the card, and without it the line is absent. The
 * line is the end of the panel's content (how.css), so it moves nothing.
 */
export function LazyRecordLine(props: Parameters<typeof RecordLine>[0]) {
  const isShown = useHost(({ settings }) => settings?.hideRecord === false)
  const { data } = useLazyModule(
    'how/record-line',
    () => import('#app/panels/how/card/record-line.tsx'),
    isShown,
  )
  return isShown && data && <data.RecordLine {...props} />
}
