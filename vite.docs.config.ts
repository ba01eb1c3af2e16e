/** The documentation build: dist/docs, the pages and their resources. Run by `npm run build`. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { defineConfig } from 'vite'
import { indexOf, layOutPages, readPages } from './docs/site/pages.ts'
import pkg from './package.json' with { type: 'json' }
import { precompress } from './vite.precompress.ts'

const outDir = 'dist/docs'
const entries = {
  script: 'docs/site/browser/main.ts',
  theme: 'docs/site/browser/theme.ts',
  style: 'docs/site/style/site.css',
}

/** Writes a file under a content-hashed name; returns its address. */
function writeAsset(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const file = `assets/${name.replace('.', `-${hash}.`)}`
  writeFileSync(`${outDir}/${file}`, content)
  return `/docs/${file}`
}

/** Writes the pages with references to their built resources. */
async function writePages(): Promise<void> {
  const manifest = JSON.parse(readFileSync(`${outDir}/.vite/manifest.json`, 'utf8')) as Record<
    string,
    { file: string }
  >
  const read = readPages(pkg.version)
  const address = (entry: string) => `/docs/${manifest[entry]!.file}`
  const assets = {
    icon: writeAsset('icon.svg', readFileSync('docs/site/icon.svg', 'utf8')),
    script: address(entries.script),
    theme: address(entries.theme),
    style: address(entries.style),
    search: writeAsset('search.json', indexOf(read)),
  }
  for (const [name, html] of layOutPages(read, assets, pkg.version)) {
    const path = `${outDir}/${name}.html`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, html)
  }
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
    rolldownOptions: { input: entries },
  },
  plugins: [{ name: 'docs-pages', apply: 'build', writeBundle: writePages }],
})
