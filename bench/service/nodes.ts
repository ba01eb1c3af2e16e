/**
 * Runs nodes of the service like an operator does, on a separate database, and reads their
 * metrics.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

const root = new URL('../..', import.meta.url).pathname
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379/9'

export type Node = {
  readonly url: string
  readonly port: number
  /** The value of one metric in `/metrics`. */
  readonly metric: (name: string) => Promise<number>
  readonly stop: () => Promise<void>
}

export type TestCluster = {
  /** Environment variables for nodes and commands. */
  readonly environment: Readonly<Record<string, string>>
  readonly startNode: () => Promise<Node>
  /** Runs a query on the database and returns its rows. */
  readonly query: (sql: string) => Promise<readonly Record<string, unknown>[]>
  readonly close: () => Promise<void>
}

/** Creates a database and a data folder for nodes. The nodes use the Redis of the tests. */
export async function openTestCluster(): Promise<TestCluster> {
  const name = `options_bench_${randomBytes(6).toString('hex')}`
  const adminClient = new Client({ connectionString: adminUrl })
  await adminClient.connect()
  await adminClient.query(`CREATE DATABASE ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const database = new Client({ connectionString: url.href })
  await database.connect()
  const dataDir = mkdtempSync(join(tmpdir(), 'capacity-'))
  const environment = {
    DATABASE_URL: url.href,
    REDIS_URL: redisUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO_PORT: '8081',
    TRUSTED_PROXIES: '127.0.0.1',
    MAX_FEEDS_PER_ADDRESS: '10000',
  }
  return {
    environment,
    startNode: () => startNode(environment),
    query: async (sql) => (await database.query<Record<string, unknown>>(sql)).rows,
    async close() {
      await database.end()
      await adminClient.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await adminClient.end()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Starts a node and waits until it is ready. */
async function startNode(variables: Readonly<Record<string, string>>): Promise<Node> {
  const child = spawn(process.execPath, ['service/main.ts'], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child)
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`)).ok) await wait(200)
  return {
    url,
    port,
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
      if (value === undefined) throw new Error(`/metrics has no metric ${name}`)
      return Number(value)
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Reads the port from the node's log. @throws Error if the node exits before it starts */
async function portOf(child: ChildProcess): Promise<number> {
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  for (;;) {
    const port = /"event":"started","url":"[^"]*:(\d+)"/.exec(output)?.[1]
    if (port !== undefined) return Number(port)
    if (child.exitCode !== null)
      throw new Error(`the node exited with code ${child.exitCode} before it started`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}
