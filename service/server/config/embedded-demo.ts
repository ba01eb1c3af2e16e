/** Demo accounts. They exist only with the embedded store, not with the database of an operator. */
import { ensureDemo, ensurePlayground } from '#service/access/demo.ts'
import type { DemoCredentials } from '#service/access/demo.ts'
import type { PlaygroundKeys } from '#service/http/documents/playground.ts'
import type { Service } from '#service/service.ts'
import { demoOrigins } from './environment.ts'
import type { Environment } from './environment.ts'

export type EmbeddedDemo = {
  readonly credentials: DemoCredentials
  readonly playground: PlaygroundKeys
  /** Whitelists the service's own pages, such as the playground, at its actual port. */
  readonly whitelistPlayground: (port: number) => Promise<void>
  /** Whitelists the demo site at its actual port. */
  readonly whitelistDemoSite: (port: number) => Promise<void>
}

/** Creates the demo accounts. Returns null if DATABASE_URL is set. */
export async function createEmbeddedDemo(
  { store, hash, access }: Pick<Service, 'store' | 'hash' | 'access'>,
  { databaseUrl, demoPort, hosts, tls }: Environment,
): Promise<EmbeddedDemo | null> {
  if (databaseUrl !== null) return null
  const parts = { store, operator: access.operator, hash }
  const credentials = await ensureDemo(parts, demoPort === 0 ? [] : demoOrigins(demoPort))
  const apiKey = await ensurePlayground(parts, hosts.widget ? [`https://${hosts.widget}`] : [])
  return {
    credentials,
    playground: { apiKey, testKey: credentials.testKey },
    async whitelistPlayground(port) {
      const origins = [...demoOrigins(port), `http://widget.localhost:${port}`]
      await ensurePlayground(
        parts,
        tls ? origins.map((origin) => origin.replace('http:', 'https:')) : origins,
      )
    },
    async whitelistDemoSite(port) {
      await ensureDemo(parts, demoOrigins(port))
    },
  }
}
