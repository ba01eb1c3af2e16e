/**
 * Builds the documentation, and the script and style of the record's page: pages and assets in dist/docs. Part of
 * `npm run build`.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { defineConfig } from 'vite'
import { layOutPages, readPages, searchIndexOf } from './docs/site/pages.ts'
import pkg from './package.json' with { type: 'json' }
import { precompress } from './vite.precompress.ts'

const outDir = 'dist/docs'
const entries = {
  script: 'docs/site/browser/main.ts',
  theme: 'docs/site/browser/theme.ts',
  style: 'docs/site/style/site.css',
  // The service finds these two by their names (service/http/record/record-routes.ts).
  'record-charts': 'docs/site/record/main.tsx',
  record: 'docs/site/style/record.css',
}

/** Writes a file under a name with a hash of its content. Returns its URL path. */
function writeAsset(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const file = `assets/${name.replace('.', `-${hash}.`)}`
  writeFileSync(`${outDir}/${file}`, content)
  return `/docs/${file}`
}

/** Writes the pages with links to the built assets. */
async function writePages(): Promise<void> {
  const manifest = JSON.parse(readFileSync(`${outDir}/.vite/manifest.json`, 'utf8')) as Record<
    string,
    { file: string }
  >
  const pages = readPages(pkg.version)
  const urlPath = (entry: string) => `/docs/${manifest[entry]!.file}`
  const assets = {
    icon: writeAsset('icon.svg', readFileSync('docs/site/icon.svg', 'utf8')),
    script: urlPath(entries.script),
    theme: urlPath(entries.theme),
    style: urlPath(entries.style),
    search: writeAsset('search.json', searchIndexOf(pages)),
  }
  for (const [name, html] of layOutPages(pages, assets, pkg.version)) {
    const path = `${outDir}/${name}.html`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, html)
  }
  // Its name has the version of the rules, because its address is in the text of a page.
  copyFileSync('docs/verify-record.mjs', `${outDir}/assets/verify-record-1.mjs`)
  await precompress(`${outDir}/assets`)
}

export default defineConfig({
  base: '/docs/',
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    // Of the record's charts; bench/sizes.ts has its budget.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: entries },
  },
  plugins: [{ name: 'docs-pages', apply: 'build', writeBundle: writePages }],
})
