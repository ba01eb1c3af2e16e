/** Servers in separate processes, so that neither each other nor the measurement shares their core's time. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Child = {
  readonly port: number
  /** Seconds of processor time the process has used so far, in all of its threads. */
  readonly cpu: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** @param script beside this file; it sends `{ port }` when it listens */
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
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`))),
  ])
  return {
    port,
    cpu: async () => {
      const reply = nextMessage<{ cpu: number }>(child)
      child.send('cpu')
      return (await reply).cpu
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill(process.env['BENCH_PROFILE'] ? 'SIGINT' : 'SIGKILL')
      await exited
    },
  }
}

const nextMessage = async <T>(child: ChildProcess): Promise<T> => ((await once(child, 'message')) as [T])[0]
