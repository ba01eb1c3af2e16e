/**
 * Export of metrics and spans to an OpenTelemetry collector. Imported only if something is exported, so that the SDK
 * costs nothing otherwise. docs/decisions/0095.
 */
import { randomUUID } from 'node:crypto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { Resource } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { AccessLog } from '#service/http/access-log.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics, MetricSnapshot } from '#service/shared/metrics.ts'
import { spanLimits } from '#service/shared/limits.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { openMetricExporter, openSpanExporter } from './exporters.ts'
import type { ExporterParts } from './exporters.ts'
import { createMetricProducer } from './metric-producer.ts'
import { createSampler } from './sampler.ts'
import type { SignalSettings, TelemetrySettings } from './settings.ts'
import { createSpanBudget } from './span-budget.ts'
import { createSpanRecorder } from './span-recorder.ts'
import { openTelemetryLog } from './telemetry-log.ts'

export type TelemetryParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'counter'>
  /** Reads all metrics. */
  readonly readSnapshot: () => Promise<readonly MetricSnapshot[]>
  /** Version of the service. */
  readonly version: string
  /** Wall clock, milliseconds since 1970. */
  readonly clock: () => number
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

export type Telemetry = {
  /** Records the span of a response; absent if no spans are exported. */
  readonly recordSpan?: AccessLog
  /** Exports what is left, for at most a second. */
  readonly stop: () => Promise<void>
}

/**
 * Time for the last export, milliseconds. The steps of the shutdown before it take at most 3 s, and the process ends
 * after 4.5 s even if something hangs.
 */
const flushTimeoutMs = 1000

const scopeName = 'options-analysis'

/** Starts to export. Never fails because of the collector. */
export async function startTelemetry(settings: TelemetrySettings, parts: TelemetryParts): Promise<Telemetry> {
  const { log, metrics, version, elapsed } = parts
  const secrets = [settings.metrics, settings.traces].flatMap((signal) =>
    Object.values(signal?.headers ?? {}),
  )
  const telemetryLog = openTelemetryLog(log, elapsed, secrets.filter(Boolean))
  const exporterParts = { log: telemetryLog, metrics }
  const resource = resourceFromAttributes({
    'service.version': version,
    'service.instance.id': randomUUID(),
    ...settings.resource,
  })
  const meters =
    settings.metrics && (await openMeters(settings.metrics, settings, parts, { resource, exporterParts }))
  const tracing =
    settings.traces && (await openTracing(settings.traces, settings, parts, { resource, exporterParts }))
  log('info', 'telemetry-started', {
    metrics: publicUrl(settings.metrics),
    traces: publicUrl(settings.traces),
  })
  return {
    ...(tracing && { recordSpan: tracing.recordSpan }),
    async stop() {
      const flushed = Promise.all([tracing?.provider.shutdown(), meters?.shutdown()])
      const timeoutError = () => new Error(`the last export did not end within ${flushTimeoutMs} ms`)
      await withTimeout(flushTimeoutMs, flushed, timeoutError).catch(telemetryLog.flushFailed)
      telemetryLog.stop()
    },
  }
}

/** The address without its password and query. */
function publicUrl(signal: SignalSettings | null): string | null {
  if (signal === null) return null
  const { origin, pathname } = new URL(signal.url)
  return origin + pathname
}

type Shared = { readonly resource: Resource; readonly exporterParts: ExporterParts }

async function openMeters(
  signal: SignalSettings,
  { metricIntervalMs }: TelemetrySettings,
  { readSnapshot, version, clock }: TelemetryParts,
  { resource, exporterParts }: Shared,
): Promise<MeterProvider> {
  const source = {
    readSnapshot,
    scope: { name: scopeName, version },
    startedAt: performance.timeOrigin,
    clock,
  }
  const reader = new PeriodicExportingMetricReader({
    exporter: await openMetricExporter(signal, exporterParts),
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(metricIntervalMs, signal.timeoutMs),
    metricProducers: [createMetricProducer(source)],
  })
  return new MeterProvider({ resource, readers: [reader] })
}

async function openTracing(
  signal: SignalSettings,
  { sampler }: TelemetrySettings,
  { metrics, version, clock, elapsed }: TelemetryParts,
  { resource, exporterParts }: Shared,
): Promise<{ readonly provider: TracerProvider; readonly recordSpan: AccessLog }> {
  const budget = createSpanBudget(metrics, elapsed)
  const processor = new BatchSpanProcessor({
    exporter: await openSpanExporter(signal, exporterParts, budget),
    maxQueueSize: spanLimits.queued,
  })
  const provider = new TracerProvider({
    resource,
    sampler: createSampler(sampler, budget),
    spanProcessors: [processor],
  })
  return { provider, recordSpan: createSpanRecorder(provider.getTracer(scopeName, version), clock) }
}
