/**
 * `npm start`: builds what is missing, then runs the service and the demo partner's site in one process and prints
 * where they are.
 */
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startDemo } from './public/server.ts'
import { EnvironmentError, readEnvironment } from './service/environment.ts'
import { jsonLog } from './service/log.ts'
import { failStart, startService, stopOnSignal } from './service/main.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const built = ['dist/app/app/index.html', 'dist/loader/widgetLoader.js']
const sources = ['{app,contract,loader}/**/*.{ts,tsx,css,html,json}', 'vite.config.ts', 'package.json']

/** Whether the build is missing or older than what it is made of. */
function isStale(): boolean {
  const changedAt = (path: string) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs
  const builtAt = built.map(changedAt)
  if (builtAt.some((at) => at === undefined)) return true
  const oldest = Math.min(...builtAt.map((at) => at ?? 0))
  return globSync(sources, { cwd: root }).some(
    (path) => !/\.test\.tsx?$/.test(path) && (changedAt(path) ?? 0) > oldest,
  )
}

/** Runs `vite build`; its output is shown only where it fails. */
async function build(): Promise<void> {
  const vite = fileURLToPath(import.meta.resolve('vite/package.json')).replace(
    /package\.json$/,
    'bin/vite.js',
  )
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new EnvironmentError(`The build failed:\n${output.trim()}`)
}

try {
  const environment = readEnvironment(process.env)
  if (isStale()) {
    process.stdout.write('Building the widget and its loader (a few seconds)\n')
    await build()
  }
  // Two addresses for people on stdout; what went wrong goes to stderr.
  const log = jsonLog((line) => process.stderr.write(`${line}\n`), Date.now)
  const service = await startService(environment, {
    log: (level, event, fields) => {
      if (level !== 'info') log(level, event, fields)
    },
  })
  const demo = await startDemo({
    port: environment.demoPort,
    host: environment.host,
    serviceUrl: service.url,
    credentials: { apiKey: service.demo.apiKey, secretKey: service.demo.secretKey },
  }).catch(async (error: NodeJS.ErrnoException) => {
    await service.stop()
    const why =
      error.code === 'EADDRINUSE' ? 'the port is taken; set DEMO_PORT to another one' : error.message
    throw new EnvironmentError(`Cannot serve the demo at port ${environment.demoPort}: ${why}.`)
  })
  await service.allowDemo(Number(new URL(demo.url).port))
  stopOnSignal(async () => {
    await demo.stop()
    await service.stop()
  })
  process.stdout.write(`Service       ${service.url}\nDemo partner  ${demo.url}\n`)
} catch (error) {
  failStart(error)
}
