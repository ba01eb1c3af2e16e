/**
 * The environment variables of the service: their names, their form in `admin config`, and which are secret.
 * docs/operating.md describes each.
 */
import { marketSyntax } from '#service/markets/registry.ts'
import { editDistance } from '#contract/bridge/nearest-name.ts'

/** `hide`: how `admin config` writes a value that holds a secret. */
type Variable = {
  readonly meaning: string
  readonly otherwise: string
  readonly hide?: (value: string) => string
}

/** Of an address the password alone, and what may name one behind the question mark. */
const withoutPassword = (value: string): string => {
  const url = URL.parse(value)
  if (!url) return '***'
  if (url.password) url.password = '***'
  for (const name of url.searchParams.keys())
    if (/pass|secret|token|key/i.test(name)) url.searchParams.set(name, '***')
  return url.href
}

export const variables = {
  PORT: { meaning: 'port to listen at; 0 takes a free one', otherwise: '8080' },
  HOST: { meaning: 'address to listen at', otherwise: '127.0.0.1' },
  DEMO_PORT: { meaning: 'port of the demo partner’s site (npm start)', otherwise: '8081' },
  DATA_DIR: { meaning: 'folder of the embedded store', otherwise: '.data' },
  PEPPER_FILE: {
    meaning: 'file with the 64 hex digits that keys are hashed with',
    otherwise: 'DATA_DIR/pepper',
  },
  DATABASE_URL: {
    meaning: 'Postgres instead of the embedded store',
    otherwise: 'embedded store',
    hide: withoutPassword,
  },
  REDIS_URL: {
    meaning: 'Redis, which several nodes share',
    otherwise: 'one node alone',
    hide: withoutPassword,
  },
  MARKET: { meaning: marketSyntax(), otherwise: 'simulated' },
  GATEWAY_HOST: { meaning: 'host name of the data API’s own', otherwise: 'any' },
  LEGACY_HOST: { meaning: 'host name of the legacy API’s own', otherwise: 'any' },
  WIDGET_HOST: { meaning: 'host name of the widget’s own', otherwise: 'any' },
  TRUSTED_PROXIES: {
    meaning: 'addresses and ranges whose forwarding headers are believed',
    otherwise: 'nobody',
  },
  TLS_CERT: { meaning: 'PEM file with the certificate and its chain', otherwise: 'plain http' },
  TLS_KEY: { meaning: 'PEM file with the key of TLS_CERT', otherwise: 'plain http' },
  TLS_CLIENT_CA: {
    meaning: 'PEM file of who may issue certificates to clients',
    otherwise: 'none are asked for',
  },
  MAX_CONNECTIONS: {
    meaning: 'connections of the process at once, feeds among them',
    otherwise: '20000',
  },
  MAX_FEEDS: { meaning: 'feeds of the process at once', otherwise: 'half of MAX_CONNECTIONS' },
  KEEP_ALIVE_SECONDS: {
    meaning: 'how long a connection stays open between two requests',
    otherwise: '60',
  },
  ACCESS_LOG: { meaning: '1: a log line for every request', otherwise: '0' },
  CONFIG_FILE: { meaning: 'file with NAME=value lines; the environment wins', otherwise: 'none' },
} as const satisfies Readonly<Record<string, Variable>>

export type VariableName = keyof typeof variables

export const variableNames = Object.keys(variables) as readonly VariableName[]

export const isVariable = (name: string): name is VariableName => Object.hasOwn(variables, name)

/** A value as it may be shown. */
export function shownValue(name: VariableName, value: string): string {
  const variable: Variable = variables[name]
  return variable.hide?.(value) ?? value
}

/** The variable that an unknown name is close to, probably a typing error. */
export function nearestVariable(name: string): VariableName | undefined {
  if (isVariable(name)) return undefined
  const near = variableNames
    .map((known) => ({ known, distance: editDistance(name, known, 0.5) }))
    .filter(({ known, distance }) => distance <= (known.length < 6 ? 0.5 : known.length < 8 ? 1 : 2))
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.known
}
