/** A Redis server for tests, which can be killed and restarted at the same address. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#service/testing/free-ports.ts'

/** Reason why tests that need Redis cannot run, for the titles of skipped tests; null if they can. */
export const redisSkipReason: string | null =
  spawnSync('redis-server', ['--version']).status === 0 ? null : 'skipped: no redis-server on the path'

export type TestRedis = {
  /** Value of REDIS_URL. */
  readonly url: string
  /** Kills it with SIGKILL; its data is lost. */
  readonly kill: () => Promise<void>
  /** Freezes it with its connections open, like a machine that hangs; `resume` continues it. */
  readonly pause: () => void
  readonly resume: () => void
  /** Restarts it, empty, at the same address. */
  readonly restart: () => Promise<void>
}

async function start(port: number): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  while (!output.includes('eady to accept connections')) {
    if (child.exitCode !== null) throw new Error(`redis-server did not start: ${output}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
  return child
}

/** Starts an empty Redis on a free port. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child = await start(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async restart() {
      child = await start(port)
    },
  }
}
