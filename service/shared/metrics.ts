/** Metrics of the service in the text format of Prometheus (version 0.0.4). */
import { familyOf, metricNames } from './metric-names.ts'
import type { CounterName, GaugeName, HistogramName, LabelsOf, MetricName } from './metric-names.ts'

/** Values that are read when `/metrics` is requested; those that are undefined are omitted. */
export type Readings = { readonly [Name in CounterName | GaugeName]?: number | undefined }

export type Metrics = {
  /** Increments a counter by 1 or `by`. */
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void
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
  /** Returns the response body of `/metrics`. */
  text(readings?: Readings): string
}

/** Upper bounds of a histogram's buckets, seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
/**
 * Maximum number of label combinations per metric; further ones are counted as `other`, to bound memory and
 * page size.
 */
const maxSeries = 1000

type Labels = Readonly<Record<string, string | number>>
type Value = { amount: number }
/** `counts[n]`: observations above `bounds[n - 1]`, up to `bounds[n]`. The last item counts those above all bounds. */
type Histogram = { readonly counts: number[]; sum: number }

export function createMetrics(): Metrics {
  const values = new Map<MetricName, Map<string, Value>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()
  const value = (name: MetricName, labels: Labels = {}) =>
    seriesOf(values, name, labels, () => ({ amount: 0 }))
  const histogram = (name: MetricName, labels: Labels) =>
    seriesOf(histograms, name, labels, () => ({ counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }))

  // A metric without labels starts at 0, so that a rate sees its first increase.
  for (const name of metricNames)
    if (name.startsWith('service_') && familyOf(name).type === 'counter' && !familyOf(name).labels)
      value(name)
  const [connections, frames] = [value('service_feed_connections'), value('service_feed_frames_total')]
  const routes = new Map<string, { readonly durations: Histogram; readonly statuses: Map<number, Value> }>()

  return {
    count: (name, labels, by = 1) => void (value(name, labels).amount += by),
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
    text(readings: Readings = {}) {
      const lines = metricNames.flatMap((name) => {
        const reading = (readings as Readonly<Record<string, number | undefined>>)[name]
        const valueLines =
          reading === undefined
            ? [...(values.get(name) ?? [])].map(
                ([labels, { amount }]) => `${name}${braced(labels)} ${amount}`,
              )
            : [`${name} ${reading}`]
        const samples = valueLines.concat(
          [...(histograms.get(name) ?? [])].flatMap((entry) => linesOf(name, ...entry)),
        )
        const { help, type } = familyOf(name)
        return samples.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples]
      })
      return `${lines.join('\n')}\n`
    },
  }
}

/** Finds or creates the series of a metric with these labels; above the maximum returns the one for `other`. */
function seriesOf<Series>(
  seriesByMetric: Map<MetricName, Map<string, Series>>,
  name: MetricName,
  labels: Labels,
  createSeries: () => Series,
): Series {
  let seriesByLabels = seriesByMetric.get(name)
  if (!seriesByLabels) seriesByMetric.set(name, (seriesByLabels = new Map<string, Series>()))
  const names = familyOf(name).labels ?? []
  let key = names.map((label) => `${label}="${escaped(String(labels[label]))}"`).join(',')
  let series = seriesByLabels.get(key)
  if (!series && seriesByLabels.size >= maxSeries) {
    key = names.map((label) => `${label}="other"`).join(',')
    series = seriesByLabels.get(key)
  }
  if (!series) seriesByLabels.set(key, (series = createSeries()))
  return series
}

const escaped = (text: string) =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)

const braced = (labels: string) => (labels === '' ? '' : `{${labels}}`)

function observeIn(histogram: Histogram, seconds: number): void {
  let index = 0
  while (index < bounds.length && seconds > bounds[index]!) index++
  histogram.counts[index]!++
  histogram.sum += seconds
}

function linesOf(name: string, labels: string, { counts, sum }: Histogram): string[] {
  const labelPrefix = labels === '' ? '' : `${labels},`
  let count = 0
  const buckets = [...bounds, '+Inf'].map(
    (bound, index) => `${name}_bucket{${labelPrefix}le="${bound}"} ${(count += counts[index]!)}`,
  )
  return [...buckets, `${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${count}`]
}
