/**
 * Stores the build as a release in this folder: `npm run keep`. Partners pin
 * `/widgetLoader/<version>.js` by its hash, so the service serves every loader in this folder
 * permanently, and e2e/embed/15-versions tests each release against the current tree.
 *
 * `--check` (part of `npm run build`) stores nothing. Both fail if the loader differs from the
 * stored loader of the version in package.json.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { bridgeProtocol } from '#contract/bridge/bridge.ts'
import pkg from '../package.json' with { type: 'json' }
import { isOfEnglishApp } from './english-scripts.ts'

const folder = join(import.meta.dirname, pkg.version)
const loader = readFileSync('dist/loader/widgetLoader.js')

/** The stored loader of this version; undefined if there is none yet. */
function readStoredLoader(): Buffer | undefined {
  try {
    return readFileSync(join(folder, 'widgetLoader.js'))
  } catch {
    return undefined
  }
}

const storedLoader = readStoredLoader()
if (storedLoader && !storedLoader.equals(loader)) {
  console.error(
    `The loader differs from the released ${pkg.version}, so browsers would reject it on pages that pin its hash: raise "version" in package.json.`,
  )
  process.exit(1)
}

if (!process.argv.includes('--check')) {
  // Stores the frame's document with all English scripts and all styles, which the tests need to run the release.
  const appFiles: Record<string, string> = { 'index.html': readFileSync('dist/app/app/index.html', 'utf8') }
  const englishFiles = new Set(
    Object.entries(
      JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>,
    )
      .filter(([source]) => isOfEnglishApp(source))
      .map(([, { file }]) => file.replace('assets/', '')),
  )
  for (const name of readdirSync('dist/app/assets'))
    if (name.endsWith('.css') || englishFiles.has(name))
      appFiles[name] = readFileSync(`dist/app/assets/${name}`, 'utf8')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'widgetLoader.js'), loader)
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ protocol: bridgeProtocol })}\n`)
  writeFileSync(join(folder, 'app.json.br'), brotliCompressSync(JSON.stringify(appFiles)))
  console.log(
    `stored release ${pkg.version}: the loader and ${Object.keys(appFiles).length} files of the app`,
  )
}
