/**
 * Downloads of the frame, verified from the build's manifest against the load plan
 * (app/boot/loading/load-steps.ts), and their budget. Run after `vite build`.
 *
 * Counted as before the ideas: every byte of JavaScript in the document with all its imports, including the
 * English texts of the first screen. Styles are listed but not counted. Fails over the budget, if the plan
 * and the files differ, and if more files are needed than the plan allows until all panels are shown.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type CodeFile, codeFiles, maxFiles } from '#app/boot/loading/load-steps.ts'

/** One entry of Vite's manifest. */
export type ManifestChunk = {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Record<string, ManifestChunk>

/** Bytes, brotli at its highest level; a kB is 1,000. They may only fall. */
const budget = 102_500
/** Of the first script alone, which waits for nothing and so must be small. */
const firstBudget = 3_000

/** Of the volatility charts' drawing with recharts, on demand. */
const chartBudget = { file: /\/line-chart-/, bytes: 90_000 }

const isScript = ({ file }: ManifestChunk) => /\.m?js$/.test(file)

/** Files, in the order in which they were found. */
export type Files = { scripts: Set<string>; styles: Set<string> }

/** The files of some chunks with everything they import without a detour through a lazy import. */
function closure(manifest: Manifest, keys: readonly string[]): Files {
  const files: Files = { scripts: new Set(), styles: new Set() }
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the manifest names ${key} but does not describe it`)
    if (seen.has(key)) return
    seen.add(key)
    if (isScript(chunk)) files.scripts.add(chunk.file)
    else if (chunk.file.endsWith('.css')) files.styles.add(chunk.file)
    for (const file of chunk.css ?? []) files.styles.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return files
}

const without = (files: ReadonlySet<string>, gone: ReadonlySet<string>) =>
  new Set([...files].filter((file) => !gone.has(file)))

export type LoadedFiles = {
  /** Files in the document with all their imports. */
  before: Files
  /** Further files until all panels are shown, in English. */
  after: Files
  /** What else there is: by a click, in another language, or in case of trouble. */
  onDemand: Set<string>
  /** Another language's own files until all panels stand, at most. */
  wordFiles: number
}

/**
 * Sorts a build's files by when they come.
 *
 * @param html the built document
 * @throws Error where the plan names a file that is not there, or the document brings one that the plan has for later
 */
export function filesOf(
  manifest: Manifest,
  html: string,
  plan: readonly Pick<CodeFile, 'name' | 'step'>[] = codeFiles,
): LoadedFiles {
  const chunks = Object.entries(manifest)
  const named = html.replaceAll(/<link rel="later"[^>]*>/g, '')
  const before = closure(
    manifest,
    chunks.filter(([, { file }]) => named.includes(`"/${file}"`)).map(([key]) => key),
  )
  const keysOf = (name: string) => {
    const keys = chunks.filter(([, chunk]) => chunk.name === name && isScript(chunk)).map(([key]) => key)
    if (!keys.length) throw new Error(`the plan names ${name}, and no file is called so`)
    return keys
  }
  const later = plan.filter(({ step }) => step === 'after ideas').flatMap(({ name }) => keysOf(name))
  const early = later.find((key) => before.scripts.has(manifest[key]!.file))
  if (early)
    throw new Error(`${manifest[early]!.file} comes before the ideas, and the plan has it after them`)
  const all = closure(manifest, later)
  const after = {
    scripts: without(all.scripts, before.scripts),
    styles: without(all.styles, before.styles),
  }
  const known = new Set([...before.scripts, ...after.scripts])
  const scripts = chunks.filter(([, chunk]) => isScript(chunk))
  return {
    before,
    after,
    onDemand: without(new Set(scripts.map(([, { file }]) => file)), known),
    wordFiles: scripts.some(([, { name }]) => name?.startsWith('words-')) ? 2 : 0,
  }
}

/** Requests for code and styles until all panels stand, in the language that needs the most. */
export const countFiles = ({ before, after, wordFiles }: LoadedFiles): number =>
  before.scripts.size + before.styles.size + after.scripts.size + after.styles.size + wordFiles

if (import.meta.main) {
  const root = 'dist/app'
  const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest
  const html = readFileSync(join(root, 'app/index.html'), 'utf8')
  const files = filesOf(manifest, html)
  const { before, after, onDemand } = files
  if (before.scripts.size === 0) throw new Error('the document names no script of the manifest')

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
  let first = 0
  for (const file of before.scripts) {
    const size = weigh(file)
    if (/\/first-/.test(file)) first += size.brotli
    total.raw += size.raw
    total.brotli += size.brotli
    row(file, size)
  }
  row('before the ideas', total, `of ${budget.toLocaleString('en')} brotli`)
  for (const file of before.styles) row(file, weigh(file), 'style, not counted')
  for (const file of [...after.scripts, ...after.styles]) row(file, weigh(file), 'after the ideas')
  let charts = 0
  for (const file of onDemand) {
    const size = weigh(file)
    if (chartBudget.file.test(file)) charts += size.brotli
    row(file, size, 'on demand')
  }
  const count = countFiles(files)
  console.log(`  files until all panels stand: ${count} of ${maxFiles}`)

  if (total.brotli > budget) {
    console.error(`app before the ideas: ${total.brotli - budget} bytes over its budget of ${budget}`)
    process.exitCode = 1
  }
  if (!first || first > firstBudget) {
    console.error(`the first script has ${first} bytes, and may have ${firstBudget}`)
    process.exitCode = 1
  }
  if (!charts || charts > chartBudget.bytes) {
    console.error(`the volatility charts have ${charts} bytes on demand, and may have ${chartBudget.bytes}`)
    process.exitCode = 1
  }
  if (count > maxFiles) {
    console.error(`${count} files until all panels stand, and the plan allows ${maxFiles}`)
    process.exitCode = 1
  }
}
