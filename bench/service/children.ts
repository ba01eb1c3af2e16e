/** Starts servers as separate processes, so that each has its own event loop and CPU time. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Child = {
  readonly port: number
  /** CPU time of the process so far, in all of its threads, seconds. */
  readonly cpuSeconds: () => Promise<number>
  readonly stop: () => Promise<void>
}

/**
 * Starts a server and waits until it listens. If `BENCH_PROFILE` names a folder, Node writes a CPU
 * profile there.
 *
 * @param script file name in this folder; the script sends `{ port }` when it listens
 */
export async function startChild(
  script: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    env: { ...process.env, ...environment },
    execArgv: [
      ...process.execArgv,
      ...(process.env['BENCH_PROFILE'] ? ['--cpu-prof', '--cpu-prof-dir', process.env['BENCH_PROFILE']] : []),
    ],
  })
  const port = await Promise.race([
    nextMessage<{ port: number }>(child).then((message) => message.port),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`${script} exited with code ${code} before it listened`)),
    ),
  ])
  return {
    port,
    cpuSeconds: async () => {
      const reply = nextMessage<{ cpu: number }>(child)
      child.send('cpu')
      return (await reply).cpu
    },
    stop: async () => {
      const exited = once(child, 'exit')
      // SIGINT lets the process write its profile.
      child.kill(process.env['BENCH_PROFILE'] ? 'SIGINT' : 'SIGKILL')
      await exited
    },
  }
}

const nextMessage = async <T>(child: ChildProcess): Promise<T> => ((await once(child, 'message')) as [T])[0]
