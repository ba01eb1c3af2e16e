/**
 * Builds the files that `npm start` and the journeys use, if they are missing or older than their
 * sources.
 */
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One Vite build: its configuration, sources and output. */
type Build = {
  /** Name of the output, for the log. */
  readonly name: string
  readonly config: string
  readonly sources: readonly string[]
  readonly outputs: readonly string[]
}

const builds: readonly Build[] = [
  {
    name: 'the widget and its loader',
    config: 'vite.config.ts',
    sources: [
      '{app,contract,loader}/**/*.{ts,tsx,css,html,json}',
      'vite.{config,precompress,valibot}.ts',
      'package.json',
    ],
    outputs: [
      'dist/app/app/index.html',
      'dist/app/skeletons.json',
      'dist/playground/widget-colors.js',
      'dist/loader/widgetLoader.js',
    ],
  },
  {
    name: 'the documentation',
    config: 'vite.docs.config.ts',
    // Its reference is generated from the service's contract.
    sources: [
      'docs/**/*.{md,ts,css}',
      'contract/**/*.ts',
      'service/http/{openapi.ts,{openapi,problems}/**}',
      'vite.*.ts',
      'package.json',
    ],
    outputs: ['dist/docs/index.html'],
  },
]

/** Whether a build is missing or older than its sources. */
function isStale({ outputs, sources }: Build): boolean {
  const changedAt = (path: string) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs
  const outputTimes = outputs.map(changedAt)
  if (outputTimes.some((time) => time === undefined)) return true
  const oldestOutputTime = Math.min(...outputTimes.map((time) => time ?? 0))
  return globSync([...sources], { cwd: root }).some(
    (path) => !/\.test\.tsx?$/.test(path) && (changedAt(path) ?? 0) > oldestOutputTime,
  )
}

/** Runs `vite build`; its output is shown only if it fails. */
async function build({ config }: Build): Promise<void> {
  const vite = fileURLToPath(import.meta.resolve('vite/package.json')).replace(
    /package\.json$/,
    'bin/vite.js',
  )
  const child = spawn(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: root,
    // Playwright sets NODE_ENV to `test`, and Vite would then build with React's development version.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The build failed:\n${output.trim()}`)
}

/** Builds if necessary; `log` is called if it will take a few seconds. Builds run one after the other. */
export async function ensureBuild(log: (line: string) => void): Promise<void> {
  for (const staleBuild of builds.filter(isStale)) {
    log(`Building ${staleBuild.name} (a few seconds)`)
    await build(staleBuild)
  }
}
