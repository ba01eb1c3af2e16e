/**
 * The environment variables, read once at the start. An unknown name or an invalid value stops the start
 * with a message of one line.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { dataEntitlements } from '#contract/responses/data-class.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { isRange } from '#service/access/address.ts'
import { config } from '#service/analysis/config.ts'
import { parseMarket } from '#service/markets/registry.ts'
import type { MarketChoice } from '#service/markets/source.ts'
import { playgroundMarkets } from '#service/shared/config.ts'
import type { PlaygroundMarket } from '#service/shared/config.ts'
import { defaultFeedsPerAddress } from '#service/shared/limits.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { parseTelemetry } from '#service/server/telemetry/settings.ts'
import type { TelemetrySettings } from '#service/server/telemetry/settings.ts'
import { readSettings } from './config-file.ts'
import { parseInteger, refuse } from './values.ts'
import type { VariableName } from './variables.ts'

/** Folder of the kept releases in this installation. */
const installedReleases = fileURLToPath(new URL('../../../releases', import.meta.url))

export type TlsFiles = {
  /** The certificate and its chain. */
  readonly certificate: string
  readonly key: string
  /** Authority of client certificates; null if the service does not request them. */
  readonly clientCa: string | null
}

/** Connection limits of a process, from the environment. */
export type ConnectionSettings = {
  /** Maximum number of connections, feeds included; further ones are refused. */
  readonly max: number
  /** Maximum number of feeds among them; the rest is for requests. */
  readonly feeds: number
  /** Maximum number of feeds of one address block. */
  readonly feedsPerAddress: number
  /** Idle time after which a connection is closed, milliseconds. */
  readonly keepAliveMs: number
}

export type Environment = {
  readonly port: number
  readonly demoPort: number
  /** Address to listen on. */
  readonly host: string
  readonly dataDir: string
  /** Folder of the kept releases. */
  readonly releasesDir: string
  /** File with the pepper that keys are hashed with. */
  readonly pepperFile: string
  /** File with the key that signs the sealed record. */
  readonly recordKeyFile: string
  /** Highest class of licensed prices in the public files of the record. */
  readonly recordData: DataEntitlement
  /** Postgres; null = the embedded store in `dataDir`. */
  readonly databaseUrl: string | null
  /** Redis that the nodes of one service share; null = a single node. */
  readonly redisUrl: string | null
  /** PEM files; null = plain HTTP, behind a proxy that terminates TLS or for local use. */
  readonly tls: TlsFiles | null
  readonly connections: ConnectionSettings
  /** Whether each request gets a line in the log. */
  readonly accessLog: boolean
  /** Export to an OpenTelemetry collector; null = none. */
  readonly telemetry: TelemetrySettings | null
  readonly market: MarketChoice
  /** Market of the playground; null = by the reach of the service and its market (playground-market.ts). */
  readonly playgroundMarket: PlaygroundMarket | null
  /** Commission of a sale, dollars per option contract. */
  readonly commission: number
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
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const settings = readSettings(env)
  const valueOf = (name: VariableName) => settings.get(name)?.value
  const [servicePort, demoSitePort] = [
    parsePort('PORT', valueOf('PORT') ?? '8080'),
    parsePort('DEMO_PORT', valueOf('DEMO_PORT') ?? '8081'),
  ]
  if (servicePort === demoSitePort && servicePort !== 0)
    throw new EnvironmentError(
      `PORT and DEMO_PORT are both ${servicePort}: the demo site needs another port.`,
    )
  const host = valueOf('HOST') ?? '127.0.0.1'
  if (!/^[a-z0-9.:-]+$/i.test(host)) refuse('HOST', host, 'expected an address to listen at, such as 0.0.0.0')
  const dataDir = valueOf('DATA_DIR') ?? '.data'
  return {
    port: servicePort,
    demoPort: demoSitePort,
    host,
    dataDir,
    releasesDir: valueOf('RELEASES_DIR') ?? installedReleases,
    pepperFile: valueOf('PEPPER_FILE') ?? join(dataDir, 'pepper'),
    recordKeyFile: valueOf('RECORD_KEY_FILE') ?? join(dataDir, 'record-key.json'),
    recordData: parseEntitlement('RECORD_DATA', valueOf('RECORD_DATA')),
    databaseUrl: parseAddress('DATABASE_URL', valueOf('DATABASE_URL'), ['postgres:', 'postgresql:']),
    redisUrl: parseAddress('REDIS_URL', valueOf('REDIS_URL'), ['redis:', 'rediss:']),
    tls: parseTlsFiles(valueOf('TLS_CERT'), valueOf('TLS_KEY'), valueOf('TLS_CLIENT_CA')),
    connections: parseConnections(valueOf),
    accessLog: parseFlag('ACCESS_LOG', valueOf('ACCESS_LOG')),
    telemetry: parseTelemetry(valueOf),
    market: parseMarket(
      valueOf('MARKET') ?? 'simulated',
      (name) => settings.get(name as VariableName)?.value,
    ),
    playgroundMarket: parsePlaygroundMarket(valueOf('PLAYGROUND_MARKET')),
    commission: parseCommission(valueOf('COMMISSION')),
    trustedProxies: parseRanges('TRUSTED_PROXIES', valueOf('TRUSTED_PROXIES')),
    hosts: {
      gateway: parseHostName('GATEWAY_HOST', valueOf('GATEWAY_HOST')),
      legacy: parseHostName('LEGACY_HOST', valueOf('LEGACY_HOST')),
      widget: parseHostName('WIDGET_HOST', valueOf('WIDGET_HOST')),
    },
  }
}

const parsePort = (name: VariableName, value: string): number =>
  parseInteger(name, value, [0, 65_535], 'a port')

function parseHostName(name: VariableName, value: string | undefined): string | null {
  const host = value?.toLowerCase()
  if (host === undefined) return null
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(host)
    ? host
    : refuse(name, host, 'expected a host name such as api.example.com')
}

function parseRanges(name: VariableName, value: string | undefined): readonly string[] {
  const values = value?.split(/[\s,]+/) ?? []
  return values.every(isRange)
    ? values
    : refuse(
        name,
        value ?? '',
        'expected IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
      )
}

function parseEntitlement(name: VariableName, value = 'none'): DataEntitlement {
  const parsed = v.safeParse(v.picklist(dataEntitlements), value)
  return parsed.success
    ? parsed.output
    : refuse(name, value, `expected one of ${dataEntitlements.join(', ')}`)
}

function parsePlaygroundMarket(value: string | undefined): PlaygroundMarket | null {
  if (value === undefined) return null
  const parsed = v.safeParse(v.picklist(playgroundMarkets), value)
  return parsed.success
    ? parsed.output
    : refuse('PLAYGROUND_MARKET', value, `expected ${playgroundMarkets.join(' or ')}`)
}

function parseFlag(name: VariableName, value = '0'): boolean {
  return value === '1' || (value === '0' ? false : refuse(name, value, 'expected 0 or 1'))
}

function parseCommission(value: string | undefined): number {
  if (value === undefined) return config.income.commission
  return /^\d{1,2}(\.\d{1,4})?$/.test(value)
    ? Number(value)
    : refuse('COMMISSION', value, 'expected dollars per contract, 0 to 99, such as 0.65')
}

function parseConnections(valueOf: (name: VariableName) => string | undefined): ConnectionSettings {
  const max = parseInteger('MAX_CONNECTIONS', valueOf('MAX_CONNECTIONS') ?? '20000', [10, 1_000_000])
  const feeds = parseInteger(
    'MAX_FEEDS',
    valueOf('MAX_FEEDS') ?? String(Math.floor(max / 2)),
    [1, max - 1],
    'fewer than MAX_CONNECTIONS',
  )
  return {
    max,
    feeds,
    feedsPerAddress: parseInteger(
      'MAX_FEEDS_PER_ADDRESS',
      valueOf('MAX_FEEDS_PER_ADDRESS') ?? String(Math.min(defaultFeedsPerAddress, feeds)),
      [1, feeds],
      'at most MAX_FEEDS',
    ),
    keepAliveMs: 1000 * parseInteger('KEEP_ALIVE_SECONDS', valueOf('KEEP_ALIVE_SECONDS') ?? '60', [1, 3600]),
  }
}

/** Parses an address. It may contain a password, so error messages do not repeat it. */
function parseAddress(
  name: VariableName,
  value: string | undefined,
  schemes: readonly string[],
): string | null {
  if (value === undefined) return null
  const url = URL.parse(value)
  if (url && schemes.includes(url.protocol)) return value
  throw new EnvironmentError(
    `${name} cannot be used: expected an address such as ${schemes[0]!}//user:password@host/name.`,
  )
}

function parseTlsFiles(
  certificate: string | undefined,
  key: string | undefined,
  clientCa: string | undefined,
): TlsFiles | null {
  if (certificate !== undefined && key !== undefined) return { certificate, key, clientCa: clientCa ?? null }
  const [present, missing] = certificate === undefined ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY']
  if (certificate !== undefined || key !== undefined)
    throw new EnvironmentError(`${present} is set and ${missing} is not: TLS needs both.`)
  if (clientCa !== undefined)
    throw new EnvironmentError(
      'TLS_CLIENT_CA is set, but TLS_CERT and TLS_KEY are not. Client certificates need TLS.',
    )
  return null
}

/** Returns the origins of the demo site at a port. The last one is cross-site to the service and needs no TLS. */
export function demoOrigins(port: number): readonly string[] {
  return ['localhost', '127.0.0.1', 'partner.localhost'].map((host) => `http://${host}:${port}`)
}
