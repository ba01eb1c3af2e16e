/** Export to a collector: what arrives, and what happens if it does not. */
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccessLogEntry } from '#service/http/access-log.ts'
import { createMetrics } from '#service/shared/metrics.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { attributesIn, metricsIn, spansIn, startCollector } from './collector.fixture.ts'
import type { Collector } from './collector.fixture.ts'
import { parseTelemetry } from './settings.ts'
import { startTelemetry } from './start-telemetry.ts'
import type { Telemetry } from './start-telemetry.ts'

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const header = (flags: string) => `00-${trace}-${parent}-${flags}`

let collector: Collector
let telemetry: Telemetry
let metrics: Metrics
let lines: { event: string; fields: Readonly<Record<string, unknown>> }[]
beforeEach(() => {
  metrics = createMetrics()
  lines = []
})
afterEach(async () => {
  await telemetry.stop()
  await collector.close()
})

async function start(variables: Record<string, string> = {}, respond?: (response: ServerResponse) => void) {
  collector = await startCollector(respond)
  const values: Record<string, string> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...(!variables['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] && { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }),
    ...variables,
  }
  telemetry = await startTelemetry(
    parseTelemetry((name) => values[name])!,
    {
      log: (_, event, fields = {}) => void lines.push({ event, fields }),
      metrics,
      readSnapshot: async () => metrics.snapshot(),
      version: '9.9.9',
      clock: () => Date.now(),
      elapsed: () => performance.now(),
    },
  )
}

/** Records a response to a request with this header. */
function respond({
  traceparent = null,
  ...entry
}: Partial<AccessLogEntry> & { traceparent?: string | null } = {}) {
  telemetry.recordSpan!({
    method: 'GET',
    route: 'why',
    status: 200,
    seconds: 0.25,
    bytes: 10,
    requestId: 'r-1',
    headers: {
      get: (name) => (name === 'traceparent' ? traceparent : `secret-${name}`),
    },
    account: 'p_secret',
    address: '203.0.113.77',
    ...entry,
  })
}

const droppedSpans = (cause: string) =>
  metrics
    .snapshot()
    .find(({ name }) => name === 'service_telemetry_spans_dropped_total')
    ?.values.find(({ labels }) => labels['cause'] === cause)?.amount

describe('spans', () => {
  test('are children of the span in traceparent, with the attributes of the conventions', async () => {
    await start()
    respond({ traceparent: header('01') })
    await telemetry.stop()
    const [span, ...others] = spansIn(collector)
    expect(others).toEqual([])
    expect(span).toMatchObject({
      traceId: trace,
      parentSpanId: parent,
      name: 'GET /api/v1/platform/why/{symbol}',
      kind: 2,
    })
    expect(Number(span!.endTimeUnixNano) - Number(span!.startTimeUnixNano)).toBeCloseTo(0.25e9, -5)
    expect(Math.abs(Number(span!.endTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
    expect(attributesIn(span!)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/platform/why/{symbol}',
      'url.path': '/api/v1/platform/why/{symbol}',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': { values: [{ stringValue: 'r-1' }] },
    })
  })

  test('start a trace without traceparent, and follow its flag if there is one', async () => {
    await start()
    respond()
    respond({ traceparent: header('00') })
    await telemetry.stop()
    expect(spansIn(collector)).toHaveLength(1)
    expect(spansIn(collector)[0]).toMatchObject({ traceId: expect.not.stringContaining(trace) as string })
    expect(spansIn(collector)[0]!.parentSpanId ?? '').toBe('')
  })

  test('have the problem, and are errors from status 500 on', async () => {
    await start()
    respond({ status: 404, code: 'symbol-unknown' })
    respond({ status: 503, code: 'unavailable', method: 'BREW' })
    respond({ status: 500 })
    await telemetry.stop()
    const [refused, failed, broken] = spansIn(collector)
    expect([refused!.status.code ?? 0, failed!.status.code, broken!.status.code]).toEqual([0, 2, 2])
    expect(attributesIn(refused!)).toMatchObject({ 'problem.code': 'symbol-unknown' })
    expect(attributesIn(refused!)).not.toHaveProperty('error.type')
    expect(failed!.name).toBe('HTTP /api/v1/platform/why/{symbol}')
    expect(attributesIn(failed!)).toMatchObject({
      'http.request.method': '_OTHER',
      'error.type': 'unavailable',
    })
    expect(attributesIn(broken!)).toMatchObject({ 'error.type': '500' })
  })

  test('are those of the data API, the session endpoints and the feed', async () => {
    await start()
    for (const route of ['healthz', 'none', 'loader', 'token', 'feed', 'tone']) respond({ route })
    await telemetry.stop()
    expect(spansIn(collector).map(({ name }) => name)).toEqual([
      'GET /Token',
      'GET /feed',
      'GET /api/v1/platform/tone',
    ])
  })

  test('contain neither credentials nor accounts nor addresses', async () => {
    await start({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary' })
    respond({ traceparent: header('01') })
    await telemetry.stop()
    const bodies = collector.received.map(({ body }) => body.toString('utf8')).join('\n')
    expect(bodies).toContain(trace)
    expect(bodies).not.toMatch(/secret|203\.0|canary/)
    expect(collector.received.map(({ headers }) => headers.authorization)).toContain('Bearer canary')
    expect(JSON.stringify(lines)).not.toContain('canary')
  })

  test('that callers ask for are limited, and cannot displace those that the sampler chooses', async () => {
    await start()
    for (let index = 0; index < 200; index++) respond({ traceparent: header('01') })
    for (let index = 0; index < 60; index++) respond()
    await telemetry.stop()
    const ofCallers = spansIn(collector).filter(({ traceId }) => traceId === trace)
    expect([ofCallers.length, spansIn(collector).length]).toEqual([50, 100])
    expect([droppedSpans('caller-rate'), droppedSpans('own-rate')]).toEqual([150, 10])
  })

  test.each([
    ['always_off', '', 0],
    ['parentbased_always_off', '', 1],
    ['always_on', '', 3],
    ['traceidratio', '0', 0],
    ['parentbased_traceidratio', '0', 1],
    ['parentbased_traceidratio', '1', 2],
  ])('are chosen by %s %s', async (sampler, argument, count) => {
    await start({ OTEL_TRACES_SAMPLER: sampler, ...(argument && { OTEL_TRACES_SAMPLER_ARG: argument }) })
    respond()
    respond({ traceparent: header('01') })
    respond({ traceparent: header('00') })
    await telemetry.stop()
    expect(spansIn(collector)).toHaveLength(count)
  })
})

describe('metrics', () => {
  test('are those of /metrics with their labels, types and units', async () => {
    await start({
      OTEL_SERVICE_NAME: 'options',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%20b',
    })
    metrics.request('why', 200, 0.003)
    metrics.request('why', 200, 7)
    metrics.set('service_analyses_running', {}, 4)
    const snapshot = metrics.snapshot()
    await telemetry.stop()
    const { resource, metrics: received } = metricsIn(collector)!
    expect(resource).toEqual({
      'service.name': 'options',
      'service.version': '9.9.9',
      'service.instance.id': expect.any(String) as string,
      'deployment.environment.name': 'a b',
    })
    expect(received.map(({ name }) => name)).toEqual(snapshot.map(({ name }) => name))
    const metricOf = (metricName: string) => received.find(({ name }) => name === metricName)!
    const requests = metricOf('service_requests_total')
    expect(requests.sum!.isMonotonic).toBe(true)
    expect(requests.sum!.dataPoints.map((point) => [attributesIn(point), point.asDouble])).toEqual([
      [{ route: 'why', status: '200' }, 2],
    ])
    const duration = metricOf('service_request_duration_seconds')
    expect(duration.unit).toBe('s')
    const [point] = duration.histogram!.dataPoints
    expect(point).toMatchObject({ count: 2, sum: 7.003 })
    expect(point!.explicitBounds).toEqual([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
    expect(point!.bucketCounts).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(metricOf('service_analyses_running').gauge!.dataPoints).toMatchObject([{ asDouble: 4 }])
  })

  test('are exported in the interval', async () => {
    await start({ OTEL_METRIC_EXPORT_INTERVAL: '1000' })
    await vi.waitFor(() => expect(metricsIn(collector)).toBeDefined(), { timeout: 10_000 })
  })
})

test('the default protocol is protobuf, at the paths of the signals below the address', async () => {
  await start({ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' })
  respond({ traceparent: header('01') })
  await telemetry.stop()
  const messages = collector.received.map(({ path, headers }) => [path, headers['content-type']] as const)
  expect(Object.fromEntries(messages)).toEqual({
    '/v1/metrics': 'application/x-protobuf',
    '/v1/traces': 'application/x-protobuf',
  })
  const body = collector.received.find(({ path }) => path === '/v1/traces')!.body
  expect(body.includes(Buffer.from(trace, 'hex'))).toBe(true)
  expect(body.includes(Buffer.from(parent, 'hex'))).toBe(true)
})

describe('a collector that fails', () => {
  const failures = () => lines.filter(({ event }) => event === 'telemetry-export-failed')
  const failedExports = () => failures().flatMap(({ fields }) => ('signal' in fields ? [fields] : []))
  const failedSignals = () => new Set(failedExports().map(({ signal }) => signal))

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['refuses', (response) => void response.writeHead(400).end('canary-of-the-collector'), /HTTP 400/],
    ['closes the connection', (response) => void response.destroy(), /./],
    ['does not respond', () => {}, /./],
    [
      'never ends its response',
      (response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'), 20)
        response.once('close', () => clearInterval(timer))
      },
      /no response within 200 ms|timed out/,
    ],
  ])('and %s is one line for each signal, and counted', async (_, respondWith, reason) => {
    await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '200' }, respondWith)
    respond()
    respond()
    await telemetry.stop()
    await vi.waitFor(() => expect(droppedSpans('export-failed')).toBe(2), { timeout: 5000 })
    await vi.waitFor(() => expect(failedSignals()).toEqual(new Set(['metrics', 'traces'])), { timeout: 5000 })
    expect(failedExports()).toHaveLength(2)
    for (const fields of failedExports()) expect(fields['reason']).toMatch(reason)
    expect(JSON.stringify(lines)).not.toContain('canary')
  })

  test('and hangs delays the stop by a second, and not by the timeout of an export', async () => {
    await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '30000' }, () => {})
    respond()
    const startedAt = performance.now()
    await telemetry.stop()
    expect(performance.now() - startedAt, 'milliseconds').toBeLessThan(5000)
    expect(failures()).toMatchObject([{ fields: { reason: 'the last export did not end within 1000 ms' } }])
  })

  test('fills the queue, and further spans are dropped', async () => {
    await start({}, () => {})
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      for (let second = 0; second < 60; second++) {
        vi.advanceTimersByTime(1000)
        for (let index = 0; index < 50; index++) respond()
      }
    } finally {
      vi.useRealTimers()
    }
    expect(droppedSpans('own-rate')).toBe(0)
    expect(droppedSpans('queue-full')).toBeGreaterThan(0)
  })

  test('and sends garbage does not lose the export, and the SDK says so in the log', async () => {
    await start({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=canary' }, (response) =>
      response.writeHead(200).end('canary'),
    )
    respond()
    await telemetry.stop()
    expect(failures()).toEqual([])
    expect(lines.filter(({ event }) => event === 'telemetry-sdk-warned')).toMatchObject([
      { fields: { reason: expect.stringMatching(/^Failed to parse \w+ export response/) as string } },
    ])
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})
