/** Checks whether the service would start with its settings. Changes nothing. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { openMarket } from '#service/markets/registry.ts'
import { requireSharedDatabase } from '#service/server/cluster/open-cluster.ts'
import { databaseFile } from '#service/server/config/data-dir.ts'
import type { Environment } from '#service/server/config/environment.ts'
import { assertPepper, readPepper } from '#service/server/config/pepper.ts'
import { readRecordKey } from '#service/server/config/record-key-file.ts'
import type { VariableName } from '#service/server/config/variables.ts'
import { readReleases } from '#service/server/files/releases.ts'
import { openTls } from '#service/server/http/tls.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { silentLog } from '#service/shared/log.ts'
import { createMetrics } from '#service/shared/metrics.ts'
import { assertUsableSchema } from '#service/store/sql/schema-steps.ts'
import type { StoreState } from '#service/store/store-state.ts'

/** Files that are in DATA_DIR by default. */
const defaultsInDataDir: readonly VariableName[] = ['RECORD_KEY_FILE', 'PEPPER_FILE']

/** Why the service would not start, by the variable to change. */
export type StartProblems = ReadonlyMap<VariableName, string>

type Check = (environment: Environment) => unknown

/** Each throws, or rejects with, the reason. They run in this order. */
const checks: Readonly<Partial<Record<VariableName, Check>>> = {
  HOST: ({ host }) => assertUsableAddress(host),
  TLS_CERT: ({ tls }) => tls && openTls(tls, { log: silentLog, metrics: createMetrics() }),
  REDIS_URL: requireSharedDatabase,
  DATA_DIR: ({ dataDir }) => assertUsableFolder(dataDir),
  RELEASES_DIR: ({ releasesDir }) => readReleases(releasesDir),
  RECORD_KEY_FILE: ({ recordKeyFile }) => readRecordKey(recordKeyFile),
  PEPPER_FILE: ({ pepperFile }) => readPepper(pepperFile),
  MARKET: async ({ market }) => (await openMarket(market, { purpose: 'scan', log: silentLog })).close(),
}

export async function findStartProblems(environment: Environment): Promise<StartProblems> {
  const problems = new Map<VariableName, string>()
  const run = async (name: VariableName, check: () => unknown) => {
    try {
      await check()
    } catch (error) {
      problems.set(name, errorMessage(error).replace(/\.$/, ''))
    }
  }
  for (const [name, check] of Object.entries(checks) as [VariableName, Check][])
    if (!problems.has('DATA_DIR') || !defaultsInDataDir.includes(name))
      await run(name, () => check(environment))
  await run(environment.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL', async () => {
    const state = await readStoreState(environment)
    if (!state) return
    assertUsableSchema(state)
    if (problems.has('PEPPER_FILE')) return
    await run('PEPPER_FILE', () => assertPepper(environment.pepperFile, state))
  })
  return problems
}

/** Undefined if there is no database yet. */
async function readStoreState({ databaseUrl, dataDir }: Environment): Promise<StoreState | undefined> {
  if (databaseUrl === null) {
    const path = databaseFile(dataDir)
    if (!existsSync(path)) return undefined
    const { sqliteState } = await import('#service/store/sqlite/sqlite-state.ts')
    return sqliteState(path)
  }
  const { postgresState } = await import('#service/store/postgres/postgres-state.ts')
  return postgresState(databaseUrl)
}

/** Listens at a free port of the address, because the service may be running at its own. */
async function assertUsableAddress(host: string): Promise<void> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  server.close()
}

/** @throws Error if the folder can be neither written nor created */
function assertUsableFolder(folder: string): void {
  let existing = resolve(folder)
  while (!existsSync(existing)) existing = dirname(existing)
  if (!statSync(existing).isDirectory()) throw new Error(`${existing} is not a folder`)
  accessSync(existing, constants.W_OK | constants.X_OK)
}
