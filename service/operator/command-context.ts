/** Contexts of commands: the settings, an open store to read, or a store with changes that reach every node. */
import { existsSync } from 'node:fs'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import type { Hash } from '#service/access/credentials/hashing.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import type { Operator } from '#service/access/operator/operator.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { Cluster } from '#service/server/cluster/cluster.ts'
import { openCluster, requireSharedDatabase } from '#service/server/cluster/open-cluster.ts'
import type { Settings } from '#service/server/config/config-file.ts'
import { databaseFile } from '#service/server/config/data-dir.ts'
import type { Environment } from '#service/server/config/environment.ts'
import { openData } from '#service/server/open-store.ts'
import { silentLog } from '#service/shared/log.ts'
import type { Store } from '#service/store/store.ts'
import type { SystemUser } from './system-user.ts'

/** The variables that are set, the environment that results from them, and who runs the command. */
export type SettingsContext = {
  readonly settings: Settings
  readonly environment: Environment
  readonly user: SystemUser
}

/** Read access: a command that changes something needs the cluster, so that the change reaches every node. */
export type StoreContext = SettingsContext & {
  readonly store: {
    readonly accounts: Pick<Store['accounts'], 'find' | 'list'>
    readonly keys: Pick<Store['keys'], 'list'>
    readonly batches: Pick<Store['batches'], 'latest' | 'list'>
    readonly scans: Pick<Store['scans'], 'summary'>
    readonly audit: Pick<Store['audit'], 'list'>
    readonly releases: Pick<Store['releases'], 'list'>
    readonly usage: Pick<Store['usage'], 'counts'>
  }
  readonly operator: Pick<Operator, 'domains' | 'fonts' | 'sessions'>
}

export type ClusterContext = SettingsContext & {
  readonly store: Store
  readonly operator: Operator
  readonly hash: Hash
  /** Null without REDIS_URL. */
  readonly cluster: Cluster | null
}

export type Contexts = {
  readonly settings: SettingsContext
  readonly store: StoreContext
  readonly cluster: ClusterContext
}

type WithContext = {
  readonly [Needs in keyof Contexts]: <Result>(
    base: SettingsContext,
    createsStore: boolean,
    run: (context: Contexts[Needs]) => Promise<Result>,
  ) => Promise<Result>
}

/** Opens the context that a command needs, runs the command and closes the context. */
export const withContext: WithContext = {
  settings: (base, _, run) => run(base),
  store: (base, createsStore, run) => withStore(base, createsStore, (store) => run({ ...base, ...store })),
  cluster: (base, createsStore, run) =>
    withStore(base, createsStore, async ({ store, ...parts }) => {
      const cluster = await openCluster(base.environment, silentLog, 'command')
      // A command completes when every node has applied its changes.
      if (cluster) store.onInvalidation((event) => cluster.invalidations.publish(event))
      try {
        return await run({ ...base, ...parts, store, cluster })
      } finally {
        await cluster?.close()
      }
    }),
}

type OpenedStore = { readonly store: Store; readonly operator: Operator; readonly hash: Hash }

async function withStore<Result>(
  { environment, user }: SettingsContext,
  createsStore: boolean,
  work: (opened: OpenedStore) => Promise<Result>,
): Promise<Result> {
  requireSharedDatabase(environment)
  if (environment.databaseUrl === null && !createsStore) requireStore(environment.dataDir)
  const { store, pepper } = await openData(environment, { connections: 2 })
  try {
    const hash = await keyedHash(pepper)
    const actor = { actor: 'operator', actorDetails: user } as const
    const operator = createOperator({ store, hash, clock: () => Date.now(), ...actor })
    return await work({ store, operator, hash })
  } finally {
    await store.close()
  }
}

/**
 * Refuses a folder without a store. An empty new store would hide that DATA_DIR is wrong.
 *
 * @throws OperatorError if there is no store
 */
export function requireStore(folder: string): void {
  if (existsSync(databaseFile(folder))) return
  throw new OperatorError(
    `There is no store in ${folder}: DATA_DIR names the folder (default .data), and must be the one that the service runs with.`,
  )
}
