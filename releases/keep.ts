/**
 * Keeps the build as a release: `npm run keep`. Partners pin `/widgetLoader/<version>.js` by its hash, so the
 * service serves every loader in this folder permanently, and e2e/embed/15-versions tests each release
 * against the current tree.
 *
 * `--check` (part of `npm run build`) fails if the loader has changed without a new version in package.json.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { bridgeProtocol } from '#contract/bridge/bridge.ts'
import pkg from '../package.json' with { type: 'json' }

const folder = join(import.meta.dirname, pkg.version)
const loader = readFileSync('dist/loader/widgetLoader.js')

/** The kept loader of this version; undefined if there is none yet. */
function keptLoader(): Buffer | undefined {
  try {
    return readFileSync(join(folder, 'widgetLoader.js'))
  } catch {
    return undefined
  }
}

const previous = keptLoader()
if (previous && !previous.equals(loader)) {
  console.error(
    `The loader differs from the released ${pkg.version}, so pages that pin its hash would refuse it: raise "version" in package.json.`,
  )
  process.exit(1)
}

if (!process.argv.includes('--check')) {
  // The frame's document with every English script and style: enough to run the release in tests.
  const app: Record<string, string> = { 'index.html': readFileSync('dist/app/app/index.html', 'utf8') }
  const english = new Set(
    Object.entries(
      JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>,
    )
      .filter(([source]) => !/locales\/(?!en[./])|texts-(?!en\b)/.test(source))
      .map(([, { file }]) => file.replace('assets/', '')),
  )
  for (const name of readdirSync('dist/app/assets'))
    if (name.endsWith('.css') || english.has(name))
      app[name] = readFileSync(`dist/app/assets/${name}`, 'utf8')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'widgetLoader.js'), loader)
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ protocol: bridgeProtocol })}\n`)
  writeFileSync(join(folder, 'app.json.br'), brotliCompressSync(JSON.stringify(app)))
  console.log(`kept ${pkg.version}: the loader, and ${Object.keys(app).length} files of the app`)
}
