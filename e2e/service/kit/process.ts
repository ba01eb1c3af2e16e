/** A process of the service as an operator starts it: its address, log and exit. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Environment variables in addition to those of this process; undefined removes one. */
export type Variables = Readonly<Record<string, string | undefined>>

export type LogLine = { readonly event: string } & Readonly<Record<string, unknown>>

export type ServiceProcess = {
  /** Its address by IP, so that no name is resolved. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Lines of its log so far. */
  readonly log: () => readonly LogLine[]
  /** Its output on stderr so far. */
  readonly errors: () => string
  /** Resolves with exit code or signal when the process has exited. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Sends a signal, for example `SIGSTOP` or `SIGCONT`, without waiting. */
  readonly signal: (name: NodeJS.Signals) => void
  /** Sends SIGTERM and returns exit code or signal. */
  readonly stop: () => Promise<number | NodeJS.Signals>
  /** Sends SIGKILL and waits for the exit. */
  readonly kill: () => Promise<void>
}

/** Folder of this version. */
export const root = new URL('../../..', import.meta.url).pathname
const startTimeoutMs = 60_000

/** Collects the output of a process. */
function collectOutput(child: ChildProcess) {
  let stdout = ''
  let stderr = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const log = (): LogLine[] =>
    stdout.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as LogLine]
      } catch {
        return []
      }
    })
  return { log, err: () => stderr }
}

/**
 * Starts `service/main.ts` on a free port and waits for its `started` line; `waitReady` waits for the rest.
 *
 * @param folder of the version to start
 */
export async function startProcess(variables: Variables, folder = root): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['service/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO_PORT: '8081',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { log, err } = collectOutput(child)
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  const port = await waitForPort(child, log, err)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid!,
    log,
    errors: err,
    ended,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Waits for the `started` log line and returns its port; kills the process and rejects if it does not start. */
async function waitForPort(child: ChildProcess, log: () => LogLine[], err: () => string): Promise<number> {
  const startTimeout = AbortSignal.timeout(startTimeoutMs)
  for (;;) {
    const started = log().find(({ event }) => event === 'started')
    if (started) return Number(new URL(String(started['url'])).port)
    if (child.exitCode !== null || startTimeout.aborted) {
      child.kill('SIGKILL')
      throw new Error(`the service did not start (exit ${child.exitCode}): ${err()}`)
    }
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit'), once(startTimeout, 'abort')])
  }
}

/** Waits until `/readyz` responds with 200: the store responds and a batch is published. */
export async function waitReady({ url, ended, errors }: ServiceProcess, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  let hasExited = false
  void ended.then(() => (hasExited = true))
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      async (response) => `${response.status} ${await response.text()}`,
      String,
    )
    if (status.startsWith('200')) return
    if (hasExited || performance.now() > deadline)
      throw new Error(`the service is not ready: ${status} ${errors()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
