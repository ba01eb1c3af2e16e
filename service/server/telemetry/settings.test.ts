import { expect, test } from 'vitest'
import { nearestVariable, redactedValue } from '#service/server/config/variables.ts'
import type { VariableName } from '#service/server/config/variables.ts'
import { parseTelemetry } from './settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const parse = (values: Partial<Record<VariableName, string>>) => parseTelemetry((name) => values[name])

test('nothing is exported without an address, or if the SDK is disabled', () => {
  expect(parse({})).toBeNull()
  expect(parse({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'of another program' })).toBeNull()
  expect(parse({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeNull()
  expect(parse({ ...endpoint, OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
})

test('one address exports metrics and spans, with the defaults of the specification', () => {
  const signal = { headers: {}, protocol: 'http/protobuf', timeoutMs: 10_000 }
  expect(parse(endpoint)).toEqual({
    metrics: { url: 'http://collector:4318/v1/metrics', ...signal },
    traces: { url: 'http://collector:4318/v1/traces', ...signal },
    metricIntervalMs: 60_000,
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    resource: { 'service.name': 'options-analysis' },
  })
  expect(parse({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector/otlp/' })!.traces!.url).toBe(
    'https://collector/otlp/v1/traces',
  )
})

test('the variables of a signal have precedence, and its address is used as it is', () => {
  const { metrics, traces } = parse({
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:1/spans?x=y',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '300',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=two%20words',
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'b=3=3,',
  })!
  expect(metrics).toEqual({
    url: 'http://collector:4318/v1/metrics',
    headers: { a: '1', b: '3=3' },
    protocol: 'http/protobuf',
    timeoutMs: 5000,
  })
  expect(traces).toEqual({
    url: 'http://traces:1/spans?x=y',
    headers: { a: '1', b: 'two words' },
    protocol: 'http/json',
    timeoutMs: 300,
  })
})

test('the address of one signal exports that signal only, and an exporter can be turned off', () => {
  expect(parse({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:1' })).toMatchObject({ metrics: null })
  expect(parse({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://metrics:1' })).toMatchObject({ traces: null })
  expect(parse({ ...endpoint, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({ metrics: null })
})

test('OTEL_SERVICE_NAME has precedence over the attribute', () => {
  const attributes = 'service.name=a,service.namespace=b'
  expect(parse({ ...endpoint, OTEL_RESOURCE_ATTRIBUTES: attributes })!.resource).toEqual({
    'service.name': 'a',
    'service.namespace': 'b',
  })
  const both = { ...endpoint, OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_SERVICE_NAME: 'c' }
  expect(parse(both)!.resource['service.name']).toBe('c')
})

test('a ratio is read for the samplers that have one', () => {
  const sampler = (name: string, argument: string) =>
    parse({ ...endpoint, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument })!.sampler
  expect(sampler('parentbased_traceidratio', '0.05')).toEqual({
    name: 'parentbased_traceidratio',
    ratio: 0.05,
  })
  expect(sampler('always_off', 'ignored')).toEqual({ name: 'always_off', ratio: 1 })
})

test.each<[VariableName, string, string]>([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'expected an address'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://u:canary@x', 'expected an address'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'expected http/protobuf or http/json'],
  ['OTEL_EXPORTER_OTLP_METRICS_TIMEOUT', '10s', 'expected milliseconds, 1 to 30000'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'canary', 'expected name=value pairs'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%E0%A4canary', 'expected name=value pairs'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=canary', 'expected name=value pairs'],
  ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'a=canary%0Ab', 'expected name=value pairs'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=x', 'expected name=value pairs'],
  ['OTEL_METRICS_EXPORTER', 'prometheus', 'expected otlp or none'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '10', 'expected milliseconds, 1000 to 3600000'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'expected one of always_on'],
  ['OTEL_SDK_DISABLED', '1', 'expected true or false'],
])('%s=%s is refused with what is expected', (name, value, expected) => {
  expect(() => parse({ ...endpoint, [name]: value })).toThrow(
    new RegExp(`^${name}(="[^"]*")? cannot be used: ${expected}(?!.*canary).*\\.$`),
  )
})

test.each(['2', '-1', '50%', '1e-1'])('the ratio %s is refused', (ratio) => {
  const values = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: ratio }
  expect(() => parse({ ...endpoint, ...values })).toThrow('OTEL_TRACES_SAMPLER_ARG')
})

test('admin config prints neither headers nor the password of an address', () => {
  for (const signal of ['', 'METRICS_', 'TRACES_'] as const) {
    expect(redactedValue(`OTEL_EXPORTER_OTLP_${signal}HEADERS`, 'api-key=canary')).toBe('***')
    const address = redactedValue(`OTEL_EXPORTER_OTLP_${signal}ENDPOINT`, 'http://u:canary@collector:4318')
    expect(address).toBe('http://u:***@collector:4318/')
  }
})

test.each([
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
  'OTEL_LOGS_EXPORTER',
  'OTEL_METRIC_EXPORT_TIMEOUT',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_PROPAGATORS',
  'OTEL_LOG_LEVEL',
])('%s of the specification is not taken for a misspelled name', (name) => {
  expect(nearestVariable(name)).toBeUndefined()
})
