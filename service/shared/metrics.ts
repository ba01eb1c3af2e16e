/** Metrics of the service, as values and in the text format of Prometheus (version 0.0.4). */
import { familyOf, metricNames } from './metric-names.ts'
import type {
  CounterName,
  GaugeName,
  HistogramName,
  LabelsOf,
  MetricFamily,
  MetricName,
} from './metric-names.ts'

/** Values that are read when `/metrics` is requested; those that are undefined are omitted. */
export type Readings = { readonly [Name in CounterName | GaugeName]?: number | undefined }

export type Metrics = {
  /** Increments a counter by 1 or `by`. */
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void
  /** Returns a function that increments a counter, like `count` at a fraction of its cost. It starts at 0. */
  counter<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): (by?: number) => void
  /** Sets a gauge, or a counter that is counted elsewhere. */
  set<Name extends GaugeName | CounterName>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** Removes all series of a metric whose values are no longer known. */
  removeSeries(name: GaugeName | CounterName): void
  /** Changes a gauge by an amount. */
  add<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, change: number): void
  /** Adds a duration to a histogram. */
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, seconds: number): void
  /** Counts and times a response, like `count` and `observe` but at a fraction of their cost. */
  request(route: string, status: number, seconds: number): void
  /** Adds to the number of open feed connections: 1 when one opens, -1 when it closes. */
  feedConnection(change: 1 | -1): void
  /** Adds to the number of sent feed frames. */
  feedFrames(count: number): void
  /** Returns the metrics that have values. */
  snapshot(readings?: Readings): readonly MetricSnapshot[]
  /** Returns the response body of `/metrics`: the snapshot as text. */
  text(readings?: Readings): string
}

/** A metric and its present values: `values` of a counter or a gauge, `histograms` of a histogram. */
export type MetricSnapshot = {
  readonly name: MetricName
  readonly family: MetricFamily
  readonly values: readonly Readonly<Value>[]
  readonly histograms: readonly Readonly<Histogram>[]
}

/** Upper bounds of a histogram's buckets, seconds. */
export const histogramBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
/**
 * Maximum number of label combinations per metric; further ones are counted as `other`, to bound memory and
 * page size.
 */
const maxSeries = 1000

type Labels = Readonly<Record<string, string | number>>
/** A label set of a metric. `key` is its text in the format of Prometheus, without braces. */
type Series = { readonly key: string; readonly labels: Readonly<Record<string, string>> }
type Value = Series & { amount: number }
/**
 * `counts[n]`: observations above `histogramBounds[n - 1]`, up to `histogramBounds[n]`. The last item counts those
 * above all bounds.
 */
type Histogram = Series & { readonly counts: number[]; sum: number }

export function createMetrics(): Metrics {
  const values = new Map<MetricName, Map<string, Value>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()
  const value = (name: MetricName, labels: Labels = {}) =>
    seriesOf(values, name, labels, (series) => ({ ...series, amount: 0 }))
  const histogram = (name: MetricName, labels: Labels) =>
    seriesOf(histograms, name, labels, (series) => ({ ...series, counts: noObservations(), sum: 0 }))

  // A metric without labels starts at 0, so that a rate sees its first increase.
  for (const name of metricNames)
    if (name.startsWith('service_') && familyOf(name).type === 'counter' && !familyOf(name).labels)
      value(name)
  const [connections, frames] = [value('service_feed_connections'), value('service_feed_frames_total')]
  const routes = new Map<string, { readonly durations: Histogram; readonly statuses: Map<number, Value> }>()

  const snapshot = (readings: Readings = {}): readonly MetricSnapshot[] =>
    metricNames.flatMap((name) => {
      const reading = (readings as Readonly<Record<string, number | undefined>>)[name]
      const present =
        reading === undefined ? [...(values.get(name)?.values() ?? [])] : [{ ...noLabels, amount: reading }]
      const observed = [...(histograms.get(name)?.values() ?? [])]
      if (present.length + observed.length === 0) return []
      return [{ name, family: familyOf(name), values: present, histograms: observed }]
    })

  return {
    count: (name, labels, by = 1) => void (value(name, labels).amount += by),
    counter(name, labels) {
      const series = value(name, labels)
      return (by = 1) => void (series.amount += by)
    },
    set: (name, labels, amount) => void (value(name, labels).amount = amount),
    removeSeries: (name) => void values.delete(name),
    add: (name, labels, change) => void (value(name, labels).amount += change),
    observe: (name, labels, seconds) => observeIn(histogram(name, labels), seconds),
    request(route, status, seconds) {
      let routeSeries = routes.get(route)
      if (!routeSeries) {
        routeSeries = {
          durations: histogram('service_request_duration_seconds', { route }),
          statuses: new Map(),
        }
        routes.set(route, routeSeries)
      }
      let responseCount = routeSeries.statuses.get(status)
      if (!responseCount)
        routeSeries.statuses.set(status, (responseCount = value('service_requests_total', { route, status })))
      responseCount.amount++
      observeIn(routeSeries.durations, seconds)
    },
    feedConnection: (change) => void (connections.amount += change),
    feedFrames: (count) => void (frames.amount += count),
    snapshot,
    text: (readings) => `${snapshot(readings).flatMap(linesOf).join('\n')}\n`,
  }
}

const noLabels: Series = { key: '', labels: {} }
const noObservations = () => Array<number>(histogramBounds.length + 1).fill(0)

/** Finds or creates the series of a metric with these labels; above the maximum returns the one for `other`. */
function seriesOf<Item extends Series>(
  itemsByMetric: Map<MetricName, Map<string, Item>>,
  name: MetricName,
  labels: Labels,
  createItem: (series: Series) => Item,
): Item {
  let itemsByKey = itemsByMetric.get(name)
  if (!itemsByKey) itemsByMetric.set(name, (itemsByKey = new Map<string, Item>()))
  const names = familyOf(name).labels ?? []
  const textOf = (label: string) => String(labels[label])
  const key = keyOf(names, textOf)
  const item = itemsByKey.get(key)
  if (item) return item
  if (itemsByKey.size < maxSeries)
    return addItem(itemsByKey, { key, labels: labelsOf(names, textOf) }, createItem)
  const other = { key: keyOf(names, otherText), labels: labelsOf(names, otherText) }
  return itemsByKey.get(other.key) ?? addItem(itemsByKey, other, createItem)
}

const otherText = () => 'other'

const keyOf = (names: readonly string[], textOf: (label: string) => string): string =>
  names.map((label) => `${label}="${escaped(textOf(label))}"`).join(',')

const labelsOf = (names: readonly string[], textOf: (label: string) => string): Series['labels'] =>
  Object.fromEntries(names.map((label) => [label, textOf(label)]))

function addItem<Item>(items: Map<string, Item>, series: Series, createItem: (series: Series) => Item): Item {
  const item = createItem(series)
  items.set(series.key, item)
  return item
}

const escaped = (text: string) =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)

const braced = (labels: string) => (labels === '' ? '' : `{${labels}}`)

function observeIn(histogram: Histogram, seconds: number): void {
  let index = 0
  while (index < histogramBounds.length && seconds > histogramBounds[index]!) index++
  histogram.counts[index]!++
  histogram.sum += seconds
}

function linesOf({ name, family: { help, type }, values, histograms }: MetricSnapshot): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(({ key, amount }) => `${name}${braced(key)} ${amount}`),
    ...histograms.flatMap((histogram) => histogramLines(name, histogram)),
  ]
}

function histogramLines(name: string, { key, counts, sum }: Readonly<Histogram>): string[] {
  const labelPrefix = key === '' ? '' : `${key},`
  let count = 0
  const buckets = [...histogramBounds, '+Inf'].map(
    (bound, index) => `${name}_bucket{${labelPrefix}le="${bound}"} ${(count += counts[index]!)}`,
  )
  return [...buckets, `${name}_sum${braced(key)} ${sum}`, `${name}_count${braced(key)} ${count}`]
}
