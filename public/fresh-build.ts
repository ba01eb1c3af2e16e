/** The build that `npm start` and the journeys run on: made where it is missing or older than its sources. */
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = ['dist/app/app/index.html', 'dist/app/skeletons.json', 'dist/loader/widgetLoader.js']
const sources = [
  '{app,contract,loader}/**/*.{ts,tsx,css,html,json}',
  'vite.{config,precompress}.ts',
  'package.json',
]

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
  if (code !== 0) throw new Error(`The build failed:\n${output.trim()}`)
}

/** Builds where that is needed; `say` hears that it takes a few seconds. Two at once would get in each other's way. */
export async function ensureBuild(say: (line: string) => void): Promise<void> {
  if (!isStale()) return
  say('Building the widget and its loader (a few seconds)')
  await build()
}
