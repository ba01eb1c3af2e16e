/** Export to an OpenTelemetry collector by a running service, and a collector that fails. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  attributesIn,
  metricsIn,
  spansIn,
  startCollector,
} from '#service/server/telemetry/collector.fixture.ts'
import type { Collector } from '#service/server/telemetry/collector.fixture.ts'
import { lookUp, openSession, tonePath } from './kit/calls.ts'
import { startServiceSite } from './kit/site.ts'
import type { ServiceSite } from './kit/site.ts'

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
/** Spans are exported every 5 s. */
const waitOptions = { timeout: 30_000, interval: 50 }

let collector: Collector
let site: ServiceSite
beforeEach(async () => {
  collector = await startCollector()
  site = await startServiceSite('embedded', {
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-canary',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    },
  })
})
afterEach(async () => {
  await site?.close()
  await collector.close().catch(() => {})
})

const node = () => site.nodes()[0]!
const failures = () =>
  node()
    .log()
    .filter(({ event }) => event === 'telemetry-export-failed')
/** Sends a look-up with a query and a `traceparent`. */
const tracedLookUp = () =>
  fetch(`${node().url}/api/v1/platform/how/income/AAPL?stockQuantity=4711`, {
    headers: {
      'Op-Subscription-Key': site.credentials.subscriptionKey,
      traceparent: `00-${trace}-${parent}-01`,
    },
  })

test('metrics and spans arrive, without anything secret or personal', async () => {
  const session = await openSession(node().url, site.credentials, { userId: 'user-canary' })
  expect((await lookUp(node().url, tonePath, session)).status).toBe(200)
  const response = await tracedLookUp()
  expect(response.status).toBe(200)
  await vi.waitFor(() => expect(spansIn(collector).length).toBeGreaterThanOrEqual(4), waitOptions)

  const spans = spansIn(collector)
  const span = spans.find(({ traceId }) => traceId === trace)!
  expect(span).toMatchObject({ parentSpanId: parent, name: 'GET /api/v1/platform/how/income/{symbol}' })
  expect(JSON.stringify(attributesIn(span)['http.response.header.x-request-id'])).toContain(
    response.headers.get('x-request-id'),
  )
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /Token', 'POST /setCookie', `GET ${tonePath}`]),
  )
  expect(spans.map(({ name }) => name).join()).not.toContain('readyz')

  const text = await (await fetch(`${node().url}/metrics`)).text()
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  await vi.waitFor(
    () => expect(metricsIn(collector)!.metrics.map(({ name }) => name)).toEqual(names),
    waitOptions,
  )
  expect(metricsIn(collector)!.resource).toMatchObject({ 'service.name': 'options-analysis' })

  const sent = collector.received.map(({ body }) => body.toString('utf8')).join('\n')
  const { subscriptionKey, secretKey, clientSecret } = site.credentials
  const [, cookie] = session.cookie.split('=')
  const secrets = [subscriptionKey, secretKey, clientSecret, session.token, cookie!, session.instance]
  for (const secret of [...secrets, 'canary', '/AAPL', 'stockQuantity', '127.0.0.1'])
    expect(sent).not.toContain(secret)
  expect(JSON.stringify(node().log())).not.toContain('collector-canary')
  expect(await site.admin('config')).toContainEqual(
    expect.objectContaining({ name: 'OTEL_EXPORTER_OTLP_HEADERS', value: '***', from: 'environment' }),
  )
})

test('a collector that ends costs one line a minute for each signal, and no request', async () => {
  await vi.waitFor(() => expect(metricsIn(collector)).toBeDefined(), waitOptions)
  await collector.close()
  expect((await tracedLookUp()).status).toBe(200)
  await vi.waitFor(
    () => expect(new Set(failures().map(({ signal }) => signal))).toEqual(new Set(['metrics', 'traces'])),
    waitOptions,
  )
  for (let index = 0; index < 20; index++) expect((await tracedLookUp()).status).toBe(200)
  const text = await (await fetch(`${node().url}/metrics`)).text()
  expect(text).toMatch(/service_telemetry_export_failures_total\{signal="metrics"\} \d/)
  expect(text).toMatch(/service_telemetry_spans_dropped_total\{cause="export-failed"\} \d/)
  expect(failures()).toHaveLength(2)
  // A process that does not stop within 4.5 s ends with 1.
  expect(await node().stop()).toBe(0)
})

test('a service that stops exports the last spans', async () => {
  await tracedLookUp()
  expect(await node().stop()).toBe(0)
  expect(spansIn(collector).map(({ traceId }) => traceId)).toContain(trace)
})
