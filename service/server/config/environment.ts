/** The environment variables, read once at the edge. An unknown or malformed value stops the start with one clear line. */
import { join } from 'node:path'
import { isRange } from '#service/access/address.ts'
import { parseMarket } from '#service/markets/registry.ts'
import type { MarketChoice } from '#service/markets/source.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { readSettings } from './config-file.ts'
import type { VariableName } from './variables.ts'

export type TlsFiles = {
  /** The certificate and its chain. */
  readonly certificate: string
  readonly key: string
  /** Authority of client certificates; null if clients are not asked for one. */
  readonly clientCa: string | null
}

/** How many connections a process takes, and for how long. */
export type ConnectionChoice = {
  /** Maximum number of connections, feeds included; further ones are refused. */
  readonly most: number
  /** Of those, feeds: the rest is for requests. */
  readonly feeds: number
  /** Milliseconds without a request, until one is closed. */
  readonly keepAliveMs: number
}

export type Environment = {
  readonly port: number
  readonly demoPort: number
  /** Address to listen at. */
  readonly host: string
  readonly dataDir: string
  /** File with the pepper that keys are hashed with. */
  readonly pepperFile: string
  /** Postgres; null = the embedded store in `dataDir`. */
  readonly databaseUrl: string | null
  /** Redis, which the nodes of one service share; null = this node is alone. */
  readonly redisUrl: string | null
  /** PEM files; null = plain http, for a proxy that ends TLS or for one's own machine. */
  readonly tls: TlsFiles | null
  readonly connections: ConnectionChoice
  /** Whether each request gets a line in the log. */
  readonly accessLog: boolean
  readonly market: MarketChoice
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  readonly hosts: {
    readonly gateway: string | null
    readonly legacy: string | null
    readonly widget: string | null
  }
}

/**
 * Reads the variables, and the file that `CONFIG_FILE` names.
 *
 * @throws EnvironmentError for the first name that is not known, or value that cannot be used
 */
export function readEnvironment(given: Readonly<Record<string, string | undefined>>): Environment {
  const settings = readSettings(given)
  const text = (name: VariableName) => settings.get(name)?.value
  const [own, demo] = [port('PORT', text('PORT') ?? '8080'), port('DEMO_PORT', text('DEMO_PORT') ?? '8081')]
  if (own === demo && own !== 0)
    throw new EnvironmentError(`PORT and DEMO_PORT are both ${own}: the demo site needs its own.`)
  const host = text('HOST') ?? '127.0.0.1'
  if (!/^[a-z0-9.:-]+$/i.test(host)) refuse('HOST', host, 'expected an address to listen at, such as 0.0.0.0')
  const dataDir = text('DATA_DIR') ?? '.data'
  return {
    port: own,
    demoPort: demo,
    host,
    dataDir,
    pepperFile: text('PEPPER_FILE') ?? join(dataDir, 'pepper'),
    databaseUrl: address('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:']),
    redisUrl: address('REDIS_URL', text('REDIS_URL'), ['redis:', 'rediss:']),
    tls: tlsFiles(text('TLS_CERT'), text('TLS_KEY'), text('TLS_CLIENT_CA')),
    connections: connections(text),
    accessLog: flag('ACCESS_LOG', text('ACCESS_LOG')),
    market: parseMarket(text('MARKET') ?? 'simulated', (name) => settings.get(name as VariableName)?.value),
    trustedProxies: ranges('TRUSTED_PROXIES', text('TRUSTED_PROXIES')),
    hosts: {
      gateway: hostName('GATEWAY_HOST', text('GATEWAY_HOST')),
      legacy: hostName('LEGACY_HOST', text('LEGACY_HOST')),
      widget: hostName('WIDGET_HOST', text('WIDGET_HOST')),
    },
  }
}

function refuse(name: VariableName, value: string, expected: string): never {
  throw new EnvironmentError(`${name}="${value}" cannot be used: ${expected}.`)
}

const port = (name: VariableName, value: string): number => whole(name, value, [0, 65_535], 'a port')

function hostName(name: VariableName, value: string | undefined): string | null {
  const host = value?.toLowerCase()
  if (host === undefined) return null
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(host)
    ? host
    : refuse(name, host, 'expected a host name such as api.example.com')
}

function ranges(name: VariableName, value: string | undefined): readonly string[] {
  const all = value?.split(/[\s,]+/) ?? []
  return all.every(isRange)
    ? all
    : refuse(
        name,
        value ?? '',
        'expected IP addresses or CIDR ranges such as 10.0.0.0/8, with commas between',
      )
}

function flag(name: VariableName, value = '0'): boolean {
  return value === '1' || (value === '0' ? false : refuse(name, value, 'expected 0 or 1'))
}

function connections(text: (name: VariableName) => string | undefined): ConnectionChoice {
  const most = whole('MAX_CONNECTIONS', text('MAX_CONNECTIONS') ?? '20000', [10, 1_000_000])
  return {
    most,
    feeds: whole(
      'MAX_FEEDS',
      text('MAX_FEEDS') ?? String(Math.floor(most / 2)),
      [1, most - 1],
      'fewer than MAX_CONNECTIONS',
    ),
    keepAliveMs: 1000 * whole('KEEP_ALIVE_SECONDS', text('KEEP_ALIVE_SECONDS') ?? '60', [1, 3600]),
  }
}

function whole(
  name: VariableName,
  value: string,
  [least, most]: readonly [number, number],
  what = 'a whole number',
): number {
  const number = Number(value)
  return /^\d{1,9}$/.test(value) && number >= least && number <= most
    ? number
    : refuse(name, value, `expected ${what}, ${least} to ${most}`)
}

/** An address that may contain a password: error messages do not repeat it. */
function address(name: VariableName, value: string | undefined, schemes: readonly string[]): string | null {
  if (value === undefined) return null
  const url = URL.parse(value)
  if (url && schemes.includes(url.protocol)) return value
  throw new EnvironmentError(
    `${name} cannot be used: expected an address such as ${schemes[0]!}//user:password@host/name.`,
  )
}

function tlsFiles(
  certificate: string | undefined,
  key: string | undefined,
  clientCa: string | undefined,
): TlsFiles | null {
  if (certificate !== undefined && key !== undefined) return { certificate, key, clientCa: clientCa ?? null }
  const [given, missing] = certificate === undefined ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY']
  if (certificate !== undefined || key !== undefined)
    throw new EnvironmentError(`${given} is set and ${missing} is not: TLS needs both.`)
  if (clientCa !== undefined)
    throw new EnvironmentError(
      'TLS_CLIENT_CA is set without TLS_CERT and TLS_KEY: only TLS has certificates of clients.',
    )
  return null
}

/** Origins of the demo partner's site at a port: the last is cross-site to the service and needs no TLS. */
export function demoOrigins(port: number): readonly string[] {
  return ['localhost', '127.0.0.1', 'partner.localhost'].map((host) => `http://${host}:${port}`)
}
