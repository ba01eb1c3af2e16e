/**
 * What the frame downloads before its charts, and whether that stays within the budget. Run after `vite build`.
 *
 * Counted: every byte of JavaScript that the frame asks for before it asks for the chart, which is the entry with
 * everything it imports, the English texts of the first screen among it. Everything imported lazily is asked for after
 * the first ideas are on screen, the chart before all else (a journey in e2e proves both by the network), and is listed
 * with when it is: after the ideas, after a click, or in another language. Styles are listed but not counted.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** One entry of Vite's manifest. */
export type ManifestChunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Record<string, ManifestChunk>

/** Bytes, brotli at its highest level; a kB is 1,000. */
const budget = 98_500

/** When a module that is not in the entry is asked for: the first that fits, else right after the ideas. */
const later: readonly [when: string, pattern: RegExp][] = [
  ['chart', /price-chart/],
  ['other language', /i18n\/(common-and-what|locales)\/(?!en[./])/],
  ['after a click', /(dialog|menu|details|disclaimer|filter-form|why-table|news-list|legal)\./],
  ['in English, where a partner hides yearly returns', /income-messages/],
  ['only if it fails to start, or in an app', /(screen-note|native)\./],
]
const whenOf = (key: string): string =>
  later.find(([, pattern]) => pattern.test(key))?.[0] ?? 'after the ideas'

const isScript = ({ file }: ManifestChunk) => /\.m?js$/.test(file)

/**
 * Splits the files of a build, of which `html` names the first, into those asked for before the chart and those that wait, with when they come. A file
 * that the entry needs as well as the chart counts as before.
 */
export function beforeCharts(
  manifest: Manifest,
  html: string,
): {
  before: Set<string>
  css: Set<string>
  after: Map<string, string>
} {
  const before = new Set<string>()
  const css = new Set<string>()
  const after = new Map<string, string>()
  const seen = new Set<string>()

  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the manifest names ${key} but does not describe it`)
    if (seen.has(key)) return
    seen.add(key)
    if (isScript(chunk)) before.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest))
    if (isScript(chunk) && html.includes(`"/${chunk.file}"`)) visit(key)

  for (const [key, chunk] of Object.entries(manifest))
    if (isScript(chunk) && !before.has(chunk.file)) after.set(chunk.file, whenOf(key))
  return { before, css, after }
}

if (import.meta.main) {
  const root = 'dist/app'
  const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest
  const html = readFileSync(join(root, 'app/index.html'), 'utf8')
  const { before, css, after } = beforeCharts(manifest, html)
  if (before.size === 0) throw new Error('the document names no script of the manifest')

  const weigh = (file: string) => {
    const raw = readFileSync(join(root, file))
    const brotli = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
    return { raw: raw.length, brotli }
  }
  const row = (name: string, { raw, brotli }: { raw: number; brotli: number }, note = '') =>
    console.log(
      `  ${name.padEnd(52)} ${raw.toLocaleString('en').padStart(9)} ${brotli.toLocaleString('en').padStart(9)}  ${note}`,
    )

  console.log(`  ${'app: file'.padEnd(52)} ${'bytes'.padStart(9)} ${'brotli'.padStart(9)}`)
  const total = { raw: 0, brotli: 0 }
  for (const file of before) {
    const size = weigh(file)
    total.raw += size.raw
    total.brotli += size.brotli
    row(file, size)
  }
  row('before charts', total, `of ${budget.toLocaleString('en')} brotli`)
  for (const file of css) row(file, weigh(file), 'style, not counted')
  for (const [file, why] of after) row(file, weigh(file), why)

  if (total.brotli > budget) {
    console.error(`app before charts: ${total.brotli - budget} bytes over its budget of ${budget}`)
    process.exit(1)
  }
}
