/**
 * Settings of the export to an OpenTelemetry collector, by the variables of the OpenTelemetry specification. Imports
 * no part of the SDK, which is loaded only if something is exported.
 */
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { parseInteger, refuse } from '#service/server/config/values.ts'
import type { VariableName } from '#service/server/config/variables.ts'

const protocols = ['http/protobuf', 'http/json'] as const

/** Where and how one kind of data is exported. */
export type SignalSettings = {
  readonly url: string
  /** May contain credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: (typeof protocols)[number]
  readonly timeoutMs: number
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Which requests have a span. */
export type SamplerSettings = {
  readonly name: (typeof samplers)[number]
  /** Share of the traces, 0 to 1; only for `traceidratio` and `parentbased_traceidratio`. */
  readonly ratio: number
}

export type TelemetrySettings = {
  /** Null: no metrics are exported. */
  readonly metrics: SignalSettings | null
  /** Null: no spans are exported. */
  readonly traces: SignalSettings | null
  readonly metricIntervalMs: number
  readonly sampler: SamplerSettings
  /** Attributes of the process, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>
}

type ValueOf = (name: VariableName) => string | undefined
type Signal = 'METRICS' | 'TRACES'

/**
 * Reads the settings. Returns null if nothing is exported; the other variables are not checked then, because they may
 * be set for all programs of a machine.
 *
 * @throws EnvironmentError for the first value that cannot be used
 */
export function parseTelemetry(valueOf: ValueOf): TelemetrySettings | null {
  if (parseDisabled(valueOf('OTEL_SDK_DISABLED'))) return null
  const [metrics, traces] = [parseSignal('METRICS', valueOf), parseSignal('TRACES', valueOf)]
  if (metrics === null && traces === null) return null
  const serviceName = valueOf('OTEL_SERVICE_NAME')
  return {
    metrics,
    traces,
    metricIntervalMs: parseInteger(
      'OTEL_METRIC_EXPORT_INTERVAL',
      valueOf('OTEL_METRIC_EXPORT_INTERVAL') ?? '60000',
      [1000, 3_600_000],
      'milliseconds',
    ),
    sampler: parseSampler(valueOf('OTEL_TRACES_SAMPLER'), valueOf('OTEL_TRACES_SAMPLER_ARG')),
    resource: {
      'service.name': 'options-analysis',
      ...parsePairs('OTEL_RESOURCE_ATTRIBUTES', valueOf('OTEL_RESOURCE_ATTRIBUTES')),
      ...(serviceName !== undefined && { 'service.name': serviceName }),
    },
  }
}

function parseDisabled(value = 'false'): boolean {
  const text = value.toLowerCase()
  return (
    text === 'true' ||
    (text === 'false' ? false : refuse('OTEL_SDK_DISABLED', value, 'expected true or false'))
  )
}

/** The variables of one signal have precedence over those of all signals; headers are combined. */
function parseSignal(signal: Signal, valueOf: ValueOf): SignalSettings | null {
  const url = parseUrl(signal, valueOf)
  if (url === null || !isExported(`OTEL_${signal}_EXPORTER`, valueOf)) return null
  const [ownProtocol, ownTimeout, ownHeaders] = [
    `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`,
    `OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`,
    `OTEL_EXPORTER_OTLP_${signal}_HEADERS`,
  ] as const
  return {
    url,
    protocol:
      parseProtocol(ownProtocol, valueOf) ??
      parseProtocol('OTEL_EXPORTER_OTLP_PROTOCOL', valueOf) ??
      protocols[0],
    timeoutMs:
      parseTimeout(ownTimeout, valueOf) ?? parseTimeout('OTEL_EXPORTER_OTLP_TIMEOUT', valueOf) ?? 10_000,
    headers: { ...parseHeaders('OTEL_EXPORTER_OTLP_HEADERS', valueOf), ...parseHeaders(ownHeaders, valueOf) },
  }
}

function isExported(name: VariableName, valueOf: ValueOf): boolean {
  const value = valueOf(name) ?? 'otlp'
  return value === 'otlp' || (value === 'none' ? false : refuse(name, value, 'expected otlp or none'))
}

/** The address of one signal is used as it is; the path of the signal is appended to that of all signals. */
function parseUrl(signal: Signal, valueOf: ValueOf): string | null {
  const own = parseEndpoint(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, valueOf)
  if (own) return own.href
  const all = parseEndpoint('OTEL_EXPORTER_OTLP_ENDPOINT', valueOf)
  if (!all) return null
  all.pathname = `${all.pathname.replace(/\/$/, '')}/v1/${signal.toLowerCase()}`
  return all.href
}

/** Parses an address. It may contain a password, so error messages do not repeat it. */
function parseEndpoint(name: VariableName, valueOf: ValueOf): URL | null {
  const value = valueOf(name)
  if (value === undefined) return null
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new EnvironmentError(`${name} cannot be used: expected an address such as http://127.0.0.1:4318.`)
}

function parseProtocol(name: VariableName, valueOf: ValueOf): SignalSettings['protocol'] | undefined {
  const value = valueOf(name)
  return value === undefined
    ? undefined
    : (protocols.find((protocol) => protocol === value) ??
        refuse(name, value, `expected ${protocols.join(' or ')}, which most collectors receive at port 4318`))
}

function parseTimeout(name: VariableName, valueOf: ValueOf): number | undefined {
  const value = valueOf(name)
  return value === undefined ? undefined : parseInteger(name, value, [1, 30_000], 'milliseconds')
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/
/** Visible characters, spaces and tabs: Node refuses to send others. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

function parseHeaders(name: VariableName, valueOf: ValueOf): Readonly<Record<string, string>> {
  const headers = parsePairs(name, valueOf(name))
  for (const [header, value] of Object.entries(headers))
    if (!headerName.test(header) || !headerValue.test(value)) refusePairs(name)
  return headers
}

function parsePairs(name: VariableName, value = ''): Readonly<Record<string, string>> {
  const pairs = value.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const separator = pair.indexOf('=')
      const key = pair.slice(0, separator).trim()
      if (separator < 0 || key === '') refusePairs(name)
      return [decodePart(name, key), decodePart(name, pair.slice(separator + 1).trim())]
    }),
  )
}

function decodePart(name: VariableName, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refusePairs(name)
  }
}

/** The values may be secret, so error messages do not repeat them. */
function refusePairs(name: VariableName): never {
  throw new EnvironmentError(
    `${name} cannot be used: expected name=value pairs, separated by commas, with percent-encoded values.`,
  )
}

function parseSampler(value = 'parentbased_always_on', argument = '1'): SamplerSettings {
  const name =
    samplers.find((sampler) => sampler === value) ??
    refuse('OTEL_TRACES_SAMPLER', value, `expected one of ${samplers.join(', ')}`)
  if (!name.endsWith('traceidratio')) return { name, ratio: 1 }
  const ratio = Number(argument)
  return /^\d(\.\d{1,9})?$/.test(argument) && ratio <= 1
    ? { name, ratio }
    : refuse('OTEL_TRACES_SAMPLER_ARG', argument, 'expected a ratio, 0 to 1, such as 0.05')
}
