/**
 * The whole product as an operator starts it: `node public/start.ts`, on free ports and with a separate data
 * folder.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '#service/testing/free-ports.ts'

/** Output of `npm run demo:credentials`. */
export type DemoCredentials = {
  apiKey: string
  secretKey: string
  subscriptionKey: string
  clientId: string
  clientSecret: string
  testKey: string
  testSecretKey: string
}

export type Site = {
  /** Address of the service for requests from Node. */
  serviceUrl: string
  /** The same service under the name that frames use, cross-site to `partner.localhost`. */
  widgetOrigin: string
  /** The demo partner's page: whitelisted, cross-site to the service. */
  partnerUrl: string
  /** The same page under a host name that is not whitelisted. */
  strangerUrl: string
  credentials: DemoCredentials
  /** Output of the service so far, stdout and stderr. */
  log: () => string
  /** The operator's command line, against this site's store. */
  admin: (...command: string[]) => Promise<string>
  /** Stops the service with SIGTERM, runs `meanwhile` without it, and restarts it on the same data. */
  restart: (meanwhile?: () => Promise<void>) => Promise<void>
  /** Sends SIGTERM and removes the data; rejects if the service has not ended within 5 s. */
  stop: () => Promise<void>
  /** Like `stop`, but keeps the data folder and returns it, so that other sites can copy it. */
  stopAndKeepData: () => Promise<string>
}

/** Environment variable with the folder of scanned data, which the workers inherit (build.ts). */
export const scannedData = 'E2E_SCANNED_DATA'

const execFileAsync = promisify(execFile)
/** Ends a start that hangs. The first scan takes 25 s of an idle machine, and several minutes of a busy one. */
const startTimeoutMs = 300_000
const stopTimeoutMs = 5_000

/**
 * Starts the product and waits until the service and the demo are ready.
 *
 * @param env overrides the defaults
 * @param scanned data folder of an earlier site, which is copied; without it, the service scans first
 */
export async function startSite(env: Record<string, string> = {}, scanned?: string): Promise<Site> {
  const [port, demoPort] = await freePorts(2)
  const dataDir = await mkdtemp(join(tmpdir(), 'options-e2e-'))
  if (scanned) await cp(scanned, dataDir, { recursive: true })
  const environment = {
    ...process.env,
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    ...env,
  }
  const serviceUrl = `http://localhost:${port}`
  let log = ''
  let child: ReturnType<typeof spawn> | undefined

  async function start(): Promise<void> {
    child = spawn(process.execPath, ['public/start.ts'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const started = child
    started.stdout?.on('data', (chunk) => (log += chunk))
    started.stderr?.on('data', (chunk) => (log += chunk))
    const deadline = AbortSignal.timeout(startTimeoutMs)
    for (const url of [`${serviceUrl}/readyz`, `http://localhost:${demoPort}/config.json`]) {
      while (!(await isResponding(url))) {
        if (started.exitCode !== null) throw new Error(`start.ts ended with ${started.exitCode}:\n${log}`)
        if (deadline.aborted) throw new Error(`${url} is not ready after ${startTimeoutMs} ms:\n${log}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  async function stopProcess(): Promise<void> {
    const started = child
    child = undefined
    if (!started || started.exitCode !== null) return
    const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()))
    started.kill('SIGTERM')
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => {
        started.kill('SIGKILL')
        reject(new Error(`the service had not ended ${stopTimeoutMs} ms after SIGTERM:\n${log}`))
      }, stopTimeoutMs).unref()
    })
    await Promise.race([ended, timeout])
  }

  async function admin(...command: string[]): Promise<string> {
    const { stdout } = await execFileAsync(process.execPath, ['service/admin.ts', ...command], {
      env: environment,
    })
    return stdout
  }

  try {
    await start()
    return {
      serviceUrl,
      widgetOrigin: `http://widget.localhost:${port}`,
      partnerUrl: `http://partner.localhost:${demoPort}`,
      strangerUrl: `http://stranger.localhost:${demoPort}`,
      credentials: JSON.parse(await admin('demo', 'credentials', '--json')) as DemoCredentials,
      log: () => log,
      admin,
      async restart(meanwhile) {
        await stopProcess()
        try {
          await meanwhile?.()
        } finally {
          await start()
        }
      },
      async stop() {
        await stopProcess()
        await rm(dataDir, { recursive: true, force: true })
      },
      async stopAndKeepData() {
        await stopProcess()
        return dataDir
      },
    }
  } catch (error) {
    child?.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function isResponding(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
