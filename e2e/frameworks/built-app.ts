/** An application of the matrix: installed in a temporary folder with our packed package, built, and served. */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#service/testing/free-ports.ts'
import { packPackage } from '#e2e/kit/partner-project.ts'
import type { Site } from '#e2e/kit/site.ts'
import { appsFolder, type Framework } from './frameworks.ts'

const execFileAsync = promisify(execFile)

/** With React, `development` makes StrictMode mount everything twice. */
export const buildModes = ['production', 'development'] as const
export type BuildMode = (typeof buildModes)[number]

export type ServedApp = { origin: string; stop: () => Promise<void> }

/** Installs the application and our package, and returns its folder. The caller removes the folder. */
export async function installApp({ manifest, sources = manifest }: Framework): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `options-${manifest}-`))
  await cp(join(appsFolder, sources), folder, { recursive: true })
  await cp(join(appsFolder, manifest, 'package.json'), join(folder, 'package.json'))
  const tarball = `./${packPackage(folder)}`
  const args = ['install', tarball, '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock']
  await execFileAsync('npm', args, { cwd: folder, maxBuffer: 16e6 })
  return folder
}

/** Builds the application. Next builds on demand in development. */
export async function buildApp({ hasServer }: Framework, folder: string, mode: BuildMode): Promise<void> {
  if (hasServer && mode === 'development') return
  const env = { ...process.env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' }
  await execFileAsync('npm', ['run', `build:${mode}`], { cwd: folder, env, maxBuffer: 16e6 })
}

/** Serves the built application under the partner's host name and whitelists its origin. */
export async function serveApp(
  framework: Framework,
  folder: string,
  mode: BuildMode,
  site: Site,
): Promise<ServedApp> {
  const partner = { src: `${site.widgetOrigin}/widgetLoader`, apiKey: site.credentials.apiKey }
  const served = framework.hasServer
    ? await serveNext(folder, mode, partner)
    : await serveFiles(join(folder, 'dist'), `window.partner = ${JSON.stringify(partner)}`)
  const origin = `http://partner.localhost:${served.port}`
  await site.admin('domain', 'add', 'p_demo', origin)
  return { origin, stop: served.stop }
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves files; an address without a file name is a route of the application. */
async function serveFiles(folder: string, config: string) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://partner').pathname)
    const file = extname(path) ? path : '/index.html'
    response.setHeader('Content-Type', contentTypes[extname(file)] ?? 'application/octet-stream')
    if (path === '/config.js') return void response.end(config)
    void readFile(join(folder, file)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function serveNext(folder: string, mode: BuildMode, partner: { src: string; apiKey: string }) {
  const port = await freePort()
  const command = mode === 'production' ? 'start' : 'dev'
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', command, '--port', String(port), '--hostname', '127.0.0.1'],
    {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: mode,
        NEXT_TELEMETRY_DISABLED: '1',
        WIDGET_SRC: partner.src,
        WIDGET_KEY: partner.apiKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (text: Buffer) => /ready/i.test(text.toString()) && done())
    void ended.then(() => fail(new Error(`next ${command} ended before it was ready`)))
  })
  return {
    port,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

export const removeApp = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
