/** The service as an operator starts it, with an empty data folder, and sessions at its demo account. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type BenchService = {
  readonly url: string
  /** Number of lines of an event in the log so far. */
  logCount(event: string): number
  /** Opens a session, and returns its cookie. */
  openSession(instance: string): Promise<string>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const demoPartner = 'p_demo'
const demoOrigin = 'http://localhost:8081'

/** @param variables of the market, in addition to those of this process */
export async function startBenchService(variables: Readonly<Record<string, string>>): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-quotes-'))
  const env = {
    ...process.env,
    ...variables,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO_PORT: '8081',
    DATA_DIR: folder,
  }
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'service/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const logCounts = new Map<string, number>()
  const started = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      const { event, url } = JSON.parse(text) as { event: string; url?: string }
      logCounts.set(event, (logCounts.get(event) ?? 0) + 1)
      if (event === 'started' && url !== undefined) resolve(`http://127.0.0.1:${new URL(url).port}`)
    })
    child.once('exit', (code) => reject(new Error(`the service exited with code ${code} before it started`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = await started
    const admin = (...args: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, ['service/admin.ts', ...args, '--json'], {
          cwd: root,
          env,
        }).toString(),
      ) as unknown
    admin('partner', 'set', demoPartner, '--data', 'real-time')
    const { apiKey } = admin('demo', 'credentials') as { apiKey: string }
    return {
      url,
      logCount: (event) => logCounts.get(event) ?? 0,
      openSession: (instance) => openSession(url, apiKey, instance),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openSession(url: string, apiKey: string, instance: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const post = async (path: string, body: object, more: Readonly<Record<string, string>> = {}) => {
    const options = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }
    const response = await fetch(url + path, options)
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response
  }
  const { access_token: token } = (await (await post('/Token', { apiKey, userId: instance })).json()) as {
    access_token: string
  }
  const bearer = { Authorization: `Bearer ${token}` }
  const response = await post('/setCookie', { origin: demoOrigin, instance }, bearer)
  return response.headers.get('set-cookie')!.split(';')[0]!
}
