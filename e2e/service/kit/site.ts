/** The service as one or several nodes behind a round-robin proxy, with separate data. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccount, makeAccount } from './account.ts'
import type { Account } from './account.ts'
import { admin } from './admin.ts'
import { freshDatabase, postgresMissing } from './postgres.ts'
import { startProcess, waitReady } from './process.ts'
import type { ServiceProcess, Variables } from './process.ts'
import { startRoundRobin } from './proxy.ts'
import { redisMissing, startRedis } from './redis.ts'
import type { OwnRedis } from './redis.ts'

/** `embedded`: SQLite and one node. `cluster`: PostgreSQL and Redis, and any number of nodes. */
export type SiteKind = 'embedded' | 'cluster'

export type ServiceSite = Account & {
  /** Address of the proxy, which forwards to any node. */
  readonly url: string
  /** Running nodes in start order. */
  readonly nodes: () => readonly ServiceProcess[]
  /** Addresses of the nodes. */
  readonly urls: () => readonly string[]
  /** Responses of all nodes, requested in parallel. */
  readonly atEach: <Answer>(ask: (url: string) => Promise<Answer>) => Promise<Answer[]>
  /** Null for `embedded`. */
  readonly redis: OwnRedis | null
  /** Environment of every node and command. */
  readonly variables: Variables
  readonly admin: <Answer>(...words: string[]) => Promise<Answer>
  /** Starts another node and adds it to the proxy. */
  readonly addNode: (variables?: Variables) => Promise<ServiceProcess>
  /** Stops everything and removes the data. */
  readonly close: () => Promise<void>
}

/** Reason why a site of this kind cannot be started; null if it can. */
export const siteMissing = (kind: SiteKind): string | null =>
  kind === 'embedded' ? null : (postgresMissing ?? redisMissing)

/** Starts a site and waits until every node is ready. `variables` override the defaults. */
export async function startServiceSite(
  kind: SiteKind,
  {
    nodes: count = kind === 'embedded' ? 1 : 2,
    variables: overrides = {},
  }: { nodes?: number; variables?: Variables } = {},
): Promise<ServiceSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'options-service-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const cluster =
      kind === 'embedded' ? null : { database: await freshDatabase(), redis: await startRedis() }
    if (cluster) ends.push(cluster.database.drop, cluster.redis.kill)
    const variables: Variables = {
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: cluster?.database.url,
      REDIS_URL: cluster?.redis.url,
      ...overrides,
    }
    const proxy = await startRoundRobin()
    ends.push(proxy.close)
    const running = new Set<ServiceProcess>()
    const behindProxy = () => proxy.setNodes([...running].map(({ port }) => port))
    const addNode = async (own: Variables = {}) => {
      const node = await startProcess({ ...variables, ...own })
      running.add(node)
      ends.push(node.kill)
      void node.ended.then(() => running.delete(node))
      await waitReady(node)
      behindProxy()
      return node
    }
    // The first node creates the shared schema; then the others start in parallel.
    await addNode()
    await Promise.all(Array.from({ length: count - 1 }, () => addNode()))
    const run = <Answer>(...words: string[]) => admin<Answer>(variables, ...words)
    const urls = () => [...running].map(({ url }) => url)
    return {
      ...(await (cluster ? makeAccount(run) : demoAccount(run))),
      url: proxy.url,
      nodes: () => [...running],
      urls,
      atEach: (ask) => Promise.all(urls().map(ask)),
      redis: cluster?.redis ?? null,
      variables,
      admin: run,
      addNode,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
