/**
 * The environment variables of the service: names, texts for `admin config`, and how secrets are redacted.
 * docs/operating.md describes each variable.
 */
import { marketSyntax } from '#service/markets/registry.ts'
import { editDistance } from '#contract/bridge/nearest-name.ts'

/** `redact` returns the text that `admin config` prints for a value with a secret. */
type Variable = {
  readonly meaning: string
  readonly defaultText: string
  readonly redact?: (value: string) => string
}

/** Replaces the password of an address, and query parameters that may be secret, by `***`. */
const redactPassword = (value: string): string => {
  const url = URL.parse(value)
  if (!url) return '***'
  if (url.password) url.password = '***'
  for (const name of url.searchParams.keys())
    if (/pass|secret|token|key/i.test(name)) url.searchParams.set(name, '***')
  return url.href
}

const hidden = (): string => '***'

const sameAsAll = (suffix: string): string => `OTEL_EXPORTER_OTLP_${suffix}`

export const variables = {
  PORT: { meaning: 'port to listen on; 0 selects a free port', defaultText: '8080' },
  HOST: { meaning: 'address to listen on', defaultText: '127.0.0.1' },
  DEMO_PORT: { meaning: 'port of the demo partner’s site (npm start)', defaultText: '8081' },
  DATA_DIR: { meaning: 'folder of the embedded store', defaultText: '.data' },
  RELEASES_DIR: { meaning: 'folder of the kept releases', defaultText: 'releases of this installation' },
  PEPPER_FILE: {
    meaning: 'file with the 64 hex digits that keys are hashed with',
    defaultText: 'DATA_DIR/pepper',
  },
  RECORD_KEY_FILE: {
    meaning: 'file with the key that signs the sealed record',
    defaultText: 'DATA_DIR/record-key.json',
  },
  RECORD_DATA: {
    meaning: 'highest class of licensed prices in the public files of the record',
    defaultText: 'none',
  },
  DATABASE_URL: {
    meaning: 'Postgres instead of the embedded store',
    defaultText: 'embedded store',
    redact: redactPassword,
  },
  REDIS_URL: {
    meaning: 'Redis, which several nodes share',
    defaultText: 'a single node',
    redact: redactPassword,
  },
  MARKET: { meaning: marketSyntax(), defaultText: 'simulated' },
  PLAYGROUND_MARKET: {
    meaning: 'market that the playground of the documentation shows: test or configured',
    defaultText: 'configured for MARKET=simulated on this machine only, otherwise test',
  },
  UNIVERSE_FILE: {
    meaning: 'file with the symbols that the nightly scan analyses, one per line',
    defaultText: 'the source’s own list',
  },
  RISK_FREE_RATE: { meaning: 'yearly interest rate, decimal, for vendors without one', defaultText: '0.042' },
  COMMISSION: { meaning: 'commission of a sale, dollars per option contract', defaultText: '0.65' },
  MASSIVE_API_KEY: { meaning: 'key of MARKET=massive', defaultText: 'none', redact: hidden },
  MASSIVE_HOST: { meaning: 'real-time or delayed, as the plan includes', defaultText: 'delayed' },
  MASSIVE_URL: { meaning: 'address instead of Massive’s, such as a proxy', defaultText: 'api.massive.com' },
  TRADIER_TOKEN: { meaning: 'access token of MARKET=tradier', defaultText: 'none', redact: hidden },
  TRADIER_HOST: { meaning: 'production or sandbox', defaultText: 'production' },
  TRADIER_URL: { meaning: 'address instead of Tradier’s, such as a proxy', defaultText: 'api.tradier.com' },
  CBOE_URL: { meaning: 'address instead of Cboe’s, such as a proxy', defaultText: 'cdn.cboe.com' },
  GATEWAY_HOST: { meaning: 'host name of the data API', defaultText: 'any' },
  LEGACY_HOST: { meaning: 'host name of the legacy API', defaultText: 'any' },
  WIDGET_HOST: { meaning: 'host name of the widget', defaultText: 'any' },
  TRUSTED_PROXIES: {
    meaning: 'addresses and ranges of proxies whose forwarding headers are trusted',
    defaultText: 'none',
  },
  TLS_CERT: { meaning: 'PEM file with the certificate and its chain', defaultText: 'plain http' },
  TLS_KEY: { meaning: 'PEM file with the key of TLS_CERT', defaultText: 'plain http' },
  TLS_CLIENT_CA: {
    meaning: 'PEM file of the authority that issues client certificates',
    defaultText: 'client certificates are not requested',
  },
  MAX_CONNECTIONS: {
    meaning: 'maximum number of connections, including feeds',
    defaultText: '20000',
  },
  MAX_FEEDS: { meaning: 'maximum number of feeds', defaultText: 'half of MAX_CONNECTIONS' },
  MAX_FEEDS_PER_ADDRESS: { meaning: 'maximum number of feeds of one address', defaultText: '500' },
  KEEP_ALIVE_SECONDS: {
    meaning: 'seconds that an idle connection stays open',
    defaultText: '60',
  },
  ACCESS_LOG: { meaning: '1 logs every request', defaultText: '0' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'address of the OpenTelemetry collector, without /v1/metrics and /v1/traces',
    defaultText: 'nothing is exported',
    redact: redactPassword,
  },
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: {
    meaning: 'address that receives the metrics',
    defaultText: `${sameAsAll('ENDPOINT')}/v1/metrics`,
    redact: redactPassword,
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    meaning: 'address that receives the spans',
    defaultText: `${sameAsAll('ENDPOINT')}/v1/traces`,
    redact: redactPassword,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    meaning: 'headers of every export: name=value, separated by commas, values percent-encoded',
    defaultText: 'none',
    redact: hidden,
  },
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: {
    meaning: 'further headers for the metrics',
    defaultText: 'none',
    redact: hidden,
  },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: {
    meaning: 'further headers for the spans',
    defaultText: 'none',
    redact: hidden,
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: { meaning: 'http/protobuf or http/json', defaultText: 'http/protobuf' },
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: {
    meaning: 'protocol for the metrics',
    defaultText: sameAsAll('PROTOCOL'),
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    meaning: 'protocol for the spans',
    defaultText: sameAsAll('PROTOCOL'),
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: { meaning: 'timeout of an export, milliseconds', defaultText: '10000' },
  OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: {
    meaning: 'timeout for the metrics',
    defaultText: sameAsAll('TIMEOUT'),
  },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: {
    meaning: 'timeout for the spans',
    defaultText: sameAsAll('TIMEOUT'),
  },
  OTEL_METRICS_EXPORTER: { meaning: 'otlp, or none to export no metrics', defaultText: 'otlp' },
  OTEL_TRACES_EXPORTER: { meaning: 'otlp, or none to export no spans', defaultText: 'otlp' },
  OTEL_METRIC_EXPORT_INTERVAL: {
    meaning: 'milliseconds between two exports of the metrics',
    defaultText: '60000',
  },
  OTEL_TRACES_SAMPLER: {
    meaning: 'which requests have a span',
    defaultText: 'parentbased_always_on',
  },
  OTEL_TRACES_SAMPLER_ARG: { meaning: 'ratio of OTEL_TRACES_SAMPLER, 0 to 1', defaultText: '1' },
  OTEL_SERVICE_NAME: { meaning: 'name of the service in the exported data', defaultText: 'options-analysis' },
  OTEL_RESOURCE_ATTRIBUTES: {
    meaning: 'attributes of the process in the exported data: name=value, separated by commas',
    defaultText: 'none',
  },
  OTEL_SDK_DISABLED: { meaning: 'true exports nothing', defaultText: 'false' },
  CONFIG_FILE: { meaning: 'file with NAME=value lines; the environment has precedence', defaultText: 'none' },
} as const satisfies Readonly<Record<string, Variable>>

export type VariableName = keyof typeof variables

export const variableNames = Object.keys(variables) as readonly VariableName[]

export const isVariable = (name: string): name is VariableName => Object.hasOwn(variables, name)

/** Returns a value with secrets redacted. */
export function redactedValue(name: VariableName, value: string): string {
  const variable: Variable = variables[name]
  return variable.redact?.(value) ?? value
}

/** Returns the variable that an unknown name resembles and is probably a misspelling of. */
export function nearestVariable(name: string): VariableName | undefined {
  if (isVariable(name)) return undefined
  const matches = variableNames
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate, 0.5) }))
    .filter(
      ({ candidate, distance }) => distance <= (candidate.length < 6 ? 0.5 : candidate.length < 8 ? 1 : 2),
    )
  return matches.toSorted((a, b) => a.distance - b.distance)[0]?.candidate
}
