/** Passes the metrics of the service to the SDK: those of `/metrics`, with the same names and labels. */
import { ValueType } from '@opentelemetry/api'
import type { HrTime } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { InstrumentationScope } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics'
import type { MetricData, MetricDescriptor, MetricProducer } from '@opentelemetry/sdk-metrics'
import { histogramBounds } from '#service/shared/metrics.ts'
import type { MetricSnapshot } from '#service/shared/metrics.ts'

export type MetricSource = {
  readonly readSnapshot: () => Promise<readonly MetricSnapshot[]>
  readonly scope: InstrumentationScope
  /** Start of the counters, milliseconds since 1970. */
  readonly startedAt: number
  /** Wall clock, milliseconds since 1970. */
  readonly clock: () => number
}

export const createMetricProducer = ({
  readSnapshot,
  scope,
  startedAt,
  clock,
}: MetricSource): MetricProducer => ({
  async collect() {
    const snapshot = await readSnapshot()
    const period = { startTime: millisToHrTime(startedAt), endTime: millisToHrTime(clock()) }
    const metrics = snapshot.map((metric) => metricData(metric, period))
    // The reader replaces the resource by that of the process.
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] }, errors: [] }
  },
})

type Period = { readonly startTime: HrTime; readonly endTime: HrTime }

function metricData({ name, family, values, histograms }: MetricSnapshot, period: Period): MetricData {
  const base = {
    descriptor: descriptorOf(name, family.help),
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (family.type === 'histogram')
    return {
      ...base,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histograms.map(({ labels, counts, sum }) => ({
        ...period,
        attributes: labels,
        value: {
          buckets: { boundaries: histogramBounds, counts: [...counts] },
          sum,
          count: counts.reduce((total, count) => total + count, 0),
        },
      })),
    }
  const dataPoints = values.map(({ labels, amount }) => ({ ...period, attributes: labels, value: amount }))
  return family.type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** The unit in UCUM, which the names end with as Prometheus recommends. */
const descriptorOf = (name: string, description: string): MetricDescriptor => ({
  name,
  description,
  unit: /_seconds(_total)?$/.test(name) ? 's' : name.endsWith('_bytes') ? 'By' : '',
  valueType: ValueType.DOUBLE,
})
