/** Names of series. */
import type { RecordEntry } from '#contract/responses/record.ts'

export type SeriesName = Pick<RecordEntry, 'environment' | 'source' | 'formula'>

/** The name of a series, as in its addresses. */
export const seriesOf = ({ environment, source, formula }: SeriesName): string =>
  `${environment}-${slugOf(source)}-v${formula}`

/** The environment of a series, which begins its name. */
export const environmentOfSeries = (series: string): RecordEntry['environment'] =>
  series.startsWith('live-') ? 'live' : 'test'

const slugOf = (source: string): string =>
  source
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|-+$/g, '')
    .slice(0, 60) || 'unnamed'
