/** The environment variables, read once at the edge. An unknown or malformed value stops the start with one clear line. */
import { isRange } from '#service/access/address.ts'

export type MarketChoice =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'files'; readonly folder: string }

export type Environment = {
  readonly port: number
  readonly demoPort: number
  /** Address to listen at. */
  readonly host: string
  readonly dataDir: string
  readonly market: MarketChoice
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly hosts: {
    readonly gateway: string | null
    readonly legacy: string | null
    readonly widget: string | null
  }
}

/** What is wrong with the environment; the message is one line for a person. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/** @throws EnvironmentError for the first value that cannot be used */
export function readEnvironment(given: Readonly<Record<string, string | undefined>>): Environment {
  const text = (name: string) => given[name]?.trim() || undefined
  const refuse = (name: string, expected: string): never => {
    throw new EnvironmentError(`${name}="${given[name] ?? ''}" cannot be used: ${expected}.`)
  }
  const port = (name: string, otherwise: number) => {
    const value = text(name)
    if (value === undefined) return otherwise
    const number = Number(value)
    return /^\d{1,5}$/.test(value) && number <= 65_535 ? number : refuse(name, 'expected a port, 0 to 65535')
  }
  const hostName = (name: string) => {
    const value = text(name)?.toLowerCase()
    if (value === undefined) return null
    return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(value)
      ? value
      : refuse(name, 'expected a host name such as api.example.com')
  }
  const market = (): MarketChoice => {
    const value = text('MARKET') ?? 'simulated'
    if (value === 'simulated') return { kind: 'simulated' }
    const folder = /^files:(.+)$/.exec(value)?.[1]
    return folder ? { kind: 'files', folder } : refuse('MARKET', 'expected simulated or files:<folder>')
  }
  for (const name of ['DATABASE_URL', 'REDIS_URL']) {
    if (text(name) !== undefined)
      throw new EnvironmentError(
        `${name} is set, but this version keeps its data embedded (DATA_DIR): unset it to start.`,
      )
  }
  const trustedProxies = text('TRUSTED_PROXIES')?.split(/[\s,]+/) ?? []
  if (!trustedProxies.every(isRange))
    refuse('TRUSTED_PROXIES', 'expected IP addresses or CIDR ranges such as 10.0.0.0/8, with commas between')
  const host = text('HOST') ?? '127.0.0.1'
  if (!/^[a-z0-9.:-]+$/i.test(host)) refuse('HOST', 'expected an address to listen at, such as 0.0.0.0')
  const [own, demo] = [port('PORT', 8080), port('DEMO_PORT', 8081)]
  if (own === demo && own !== 0)
    throw new EnvironmentError(`PORT and DEMO_PORT are both ${own}: the demo site needs its own.`)
  return {
    port: own,
    demoPort: demo,
    host,
    dataDir: text('DATA_DIR') ?? '.data',
    market: market(),
    trustedProxies,
    hosts: {
      gateway: hostName('GATEWAY_HOST'),
      legacy: hostName('LEGACY_HOST'),
      widget: hostName('WIDGET_HOST'),
    },
  }
}

/** Origins of the demo partner's site at a port: the last is cross-site to the service and needs no TLS. */
export function demoOrigins(port: number): readonly string[] {
  return ['localhost', '127.0.0.1', 'partner.localhost'].map((host) => `http://${host}:${port}`)
}
