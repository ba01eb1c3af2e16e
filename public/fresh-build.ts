/** Creates the build that `npm start` and the journeys use if it is missing or older than its sources. */
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One Vite build: its configuration, sources and output. */
type Build = {
  readonly what: string
  readonly config: string
  readonly sources: readonly string[]
  readonly built: readonly string[]
}

const builds: readonly Build[] = [
  {
    what: 'the widget and its loader',
    config: 'vite.config.ts',
    sources: [
      '{app,contract,loader}/**/*.{ts,tsx,css,html,json}',
      'vite.{config,precompress}.ts',
      'package.json',
    ],
    built: ['dist/app/app/index.html', 'dist/app/skeletons.json', 'dist/loader/widgetLoader.js'],
  },
  {
    what: 'the documentation',
    config: 'vite.docs.config.ts',
    // Its reference is generated from the service's contract.
    sources: [
      'docs/**/*.{md,ts,css}',
      'contract/**/*.ts',
      'service/http/{openapi.ts,{openapi,problems}/**}',
      'vite.*.ts',
      'package.json',
    ],
    built: ['dist/docs/index.html'],
  },
]

/** Whether a build is missing or older than its sources. */
function isStale({ built, sources }: Build): boolean {
  const changedAt = (path: string) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs
  const builtAt = built.map(changedAt)
  if (builtAt.some((index) => index === undefined)) return true
  const oldest = Math.min(...builtAt.map((at) => at ?? 0))
  return globSync([...sources], { cwd: root }).some(
    (path) => !/\.test\.tsx?$/.test(path) && (changedAt(path) ?? 0) > oldest,
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
    log(`Building ${staleBuild.what} (a few seconds)`)
    await build(staleBuild)
  }
}
