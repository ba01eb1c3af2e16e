import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { metricNames } from './metric-names.ts'

const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))

test('a response is counted and timed by its route', () => {
  const metrics = createMetrics()
  metrics.request('why', 200, 0.003)
  metrics.request('why', 200, 0.004)
  metrics.request('why', 404, 9)
  const text = metrics.text()
  expect(linesOf(text, 'service_requests_total')).toEqual([
    'service_requests_total{route="why",status="200"} 2',
    'service_requests_total{route="why",status="404"} 1',
  ])
  const durationLines = linesOf(text, 'service_request_duration_seconds')
  expect(durationLines).toContain('service_request_duration_seconds_bucket{route="why",le="0.0025"} 0')
  expect(durationLines).toContain('service_request_duration_seconds_bucket{route="why",le="0.005"} 2')
  expect(durationLines).toContain('service_request_duration_seconds_bucket{route="why",le="2.5"} 2')
  expect(durationLines).toContain('service_request_duration_seconds_bucket{route="why",le="+Inf"} 3')
  expect(durationLines).toContain('service_request_duration_seconds_sum{route="why"} 9.007')
  expect(durationLines).toContain('service_request_duration_seconds_count{route="why"} 3')
})

test('`request` has the same result as `count` and `observe`', () => {
  const [combined, separate] = [createMetrics(), createMetrics()]
  combined.request('why', 200, 0.05)
  separate.count('service_requests_total', { route: 'why', status: 200 })
  separate.observe('service_request_duration_seconds', { route: 'why' }, 0.05)
  expect(combined.text()).toBe(separate.text())
})

test('`counter` has the same result as `count`, and starts at 0', () => {
  const [counted, separate] = [createMetrics(), createMetrics()]
  const count = counted.counter('service_store_failures_total', { call: 'keys.find' })
  expect(counted.text()).toContain('\nservice_store_failures_total{call="keys.find"} 0\n')
  count()
  count(2)
  separate.count('service_store_failures_total', { call: 'keys.find' }, 3)
  expect(counted.text()).toBe(separate.text())
})

test('counters increase, gauges rise and fall, and readings are included if they have a value', () => {
  const metrics = createMetrics()
  metrics.count('service_store_failures_total', { call: 'keys.find' })
  metrics.count('service_store_failures_total', { call: 'keys.find' }, 2)
  metrics.feedConnection(1)
  metrics.feedConnection(1)
  metrics.feedConnection(-1)
  metrics.set('service_build_info', { version: '1', node: 'v24' }, 1)
  const text = metrics.text({ process_open_fds: 12, process_max_fds: undefined })
  expect(text).toContain('\nservice_store_failures_total{call="keys.find"} 3\n')
  expect(text).toContain('\nservice_feed_connections 1\n')
  expect(text).toContain('\nservice_build_info{version="1",node="v24"} 1\n')
  expect(text).toContain('# TYPE process_open_fds gauge\nprocess_open_fds 12\n')
  expect(text).not.toContain('process_max_fds')
})

test('a counter without labels starts at 0, so that its first increase is visible', () => {
  expect(createMetrics().text()).toContain('\nservice_log_lines_dropped_total 0\n')
})

test('label values are escaped', () => {
  const metrics = createMetrics()
  metrics.count('service_feed_refusals_total', { reason: 'a"b\\c\nd' })
  expect(metrics.text()).toContain(String.raw`service_feed_refusals_total{reason="a\"b\\c\nd"} 1`)
})

test('the number of label combinations is bounded', () => {
  const metrics = createMetrics()
  for (let index = 0; index < 5000; index++) metrics.count('service_feed_refusals_total', { reason: index })
  const lines = linesOf(metrics.text(), 'service_feed_refusals_total')
  expect(lines).toHaveLength(1001)
  expect(lines.at(-1)).toBe('service_feed_refusals_total{reason="other"} 4000')
})

test('a snapshot has the values of each metric with its labels as they were given', () => {
  const metrics = createMetrics()
  metrics.count('service_feed_refusals_total', { reason: 'a"b' }, 3)
  metrics.observe('service_analysis_wait_seconds', {}, 0.003)
  const snapshot = metrics.snapshot({ process_open_fds: 12 })
  const samplesOf = (name: string) => {
    const { values, histograms } = snapshot.find((metric) => metric.name === name)!
    return { values, histograms }
  }
  expect(samplesOf('service_feed_refusals_total').values).toMatchObject([
    { labels: { reason: 'a"b' }, amount: 3 },
  ])
  expect(samplesOf('process_open_fds').values).toMatchObject([{ labels: {}, amount: 12 }])
  expect(samplesOf('service_analysis_wait_seconds').histograms).toMatchObject([
    { counts: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], sum: 0.003 },
  ])
})

test('docs/operating.md has exactly these metrics', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('\n### Metrics'), page.indexOf('\n## Logs'))
  const names = [...section.matchAll(/^\| `((?:service|process|nodejs)_\w+)`/gm)].map(([, name = '']) => name)
  expect(names.toSorted()).toEqual(metricNames.toSorted())
})
