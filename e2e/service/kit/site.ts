/** Starts the service as one or several nodes behind a round-robin proxy, with its own data. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccount, createAccount } from './account.ts'
import type { Account } from './account.ts'
import { admin } from './admin.ts'
import { freshDatabase, postgresSkipReason } from './postgres.ts'
import { startProcess, waitReady } from './process.ts'
import type { ServiceProcess, Variables } from './process.ts'
import { startRoundRobin } from './proxy.ts'
import { redisSkipReason, startRedis } from './redis.ts'
import type { TestRedis } from './redis.ts'

/** `embedded`: SQLite and one node. `cluster`: PostgreSQL and Redis, and any number of nodes. */
export type SiteKind = 'embedded' | 'cluster'

export type ServiceSite = Account & {
  /** Address of the proxy, which forwards to any node. */
  readonly url: string
  /** Running nodes in start order. */
  readonly nodes: () => readonly ServiceProcess[]
  /** Addresses of the nodes. */
  readonly urls: () => readonly string[]
  /** Calls a function with the address of each node, in parallel, and returns the results. */
  readonly onEachNode: <Result>(call: (url: string) => Promise<Result>) => Promise<Result[]>
  /** Null for `embedded`. */
  readonly redis: TestRedis | null
  /** Environment of every node and command. */
  readonly variables: Variables
  readonly admin: <Result>(...args: string[]) => Promise<Result>
  /** Starts another node, of the version in `folder` if it is not this one, and adds it to the proxy. */
  readonly addNode: (variables?: Variables, folder?: string) => Promise<ServiceProcess>
  /** Stops everything and removes the data. */
  readonly close: () => Promise<void>
}

/** Reason why a site of this kind cannot be started; null if it can. */
export const siteSkipReason = (kind: SiteKind): string | null =>
  kind === 'embedded' ? null : (postgresSkipReason ?? redisSkipReason)

/** Starts a site and waits until every node is ready. `variables` override the defaults. */
export async function startServiceSite(
  kind: SiteKind,
  {
    nodes: count = kind === 'embedded' ? 1 : 2,
    variables: overrides = {},
  }: { nodes?: number; variables?: Variables } = {},
): Promise<ServiceSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'options-service-'))
  const cleanups: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const close = async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
  }
  try {
    const cluster =
      kind === 'embedded' ? null : { database: await freshDatabase(), redis: await startRedis() }
    if (cluster) cleanups.push(cluster.database.drop, cluster.redis.kill)
    const variables: Variables = {
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: cluster?.database.url,
      REDIS_URL: cluster?.redis.url,
      ...overrides,
    }
    const proxy = await startRoundRobin()
    cleanups.push(proxy.close)
    const running = new Set<ServiceProcess>()
    const updateProxy = () => proxy.setNodes([...running].map(({ port }) => port))
    const addNode = async (nodeVariables: Variables = {}, folder?: string) => {
      const node = await startProcess({ ...variables, ...nodeVariables }, folder)
      running.add(node)
      cleanups.push(node.kill)
      void node.ended.then(() => running.delete(node))
      await waitReady(node)
      updateProxy()
      return node
    }
    // The first node creates the shared schema; then the others start in parallel.
    await addNode()
    await Promise.all(Array.from({ length: count - 1 }, () => addNode()))
    const runAdmin = <Result>(...args: string[]) => admin<Result>(variables, ...args)
    const urls = () => [...running].map(({ url }) => url)
    return {
      ...(await (cluster ? createAccount(runAdmin) : demoAccount(runAdmin))),
      url: proxy.url,
      nodes: () => [...running],
      urls,
      onEachNode: (call) => Promise.all(urls().map(call)),
      redis: cluster?.redis ?? null,
      variables,
      admin: runAdmin,
      addNode,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
