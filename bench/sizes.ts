/**
 * Checks the frame's downloads after `vite build`: compares the build's manifest with the load plan
 * (app/boot/loading/code-files.ts), and the sizes with their budgets.
 *
 * "Before the ideas" are all scripts that the document names, with all their imports, including the
 * English texts of the first screen. Styles are listed but not counted. Exits 1 if a budget is
 * exceeded, if a planned file is missing or loaded too early, or if more files are needed than the
 * plan allows until all panels are shown.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type CodeFile, codeFiles, maxFiles } from '#app/boot/loading/code-files.ts'

/** One entry of Vite's manifest. */
export type ManifestChunk = {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Record<string, ManifestChunk>

/**
 * Maximum bytes before the ideas, brotli at its highest level. Lower it when the app shrinks; never
 * raise it.
 */
const beforeIdeasBudget = 102_500
/** Maximum bytes of the first script and the English template of the ideas, which it paints. */
const firstScriptBudget = 5_500

/** Maximum bytes of the script that paints a contract's card, and of the card's English template. */
const contractBudget = 3_900

/** Maximum bytes of the volatility charts (recharts), which load on demand. */
const chartBudget = { file: /\/line-chart-/, bytes: 90_000 }

/** Maximum bytes of the script of the record's page (React and recharts), which only that page loads. */
const recordChartsBudget = { folder: 'dist/docs/assets', file: /^record-charts-[^.]+\.js$/, bytes: 155_000 }

const isScript = ({ file }: ManifestChunk) => /\.m?js$/.test(file)

/** Scripts and styles, in import order. */
export type Files = { scripts: Set<string>; styles: Set<string> }

/** The files of some chunks and of all their static imports, direct and indirect. */
function withStaticImports(manifest: Manifest, keys: readonly string[]): Files {
  const files: Files = { scripts: new Set(), styles: new Set() }
  const visited = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the manifest refers to ${key} but has no entry for it`)
    if (visited.has(key)) return
    visited.add(key)
    if (isScript(chunk)) files.scripts.add(chunk.file)
    else if (chunk.file.endsWith('.css')) files.styles.add(chunk.file)
    for (const file of chunk.css ?? []) files.styles.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return files
}

/** The files that are not in `excluded`. */
const without = (files: ReadonlySet<string>, excluded: ReadonlySet<string>) =>
  new Set([...files].filter((file) => !excluded.has(file)))

export type LoadedFiles = {
  /** Files that the document names, with all their imports. */
  before: Files
  /** Further files until all panels are shown, in English. */
  after: Files
  /** Scripts for user actions, other languages or error states. */
  onDemand: Set<string>
  /**
   * Number of additional files with texts until all panels are shown, in a language other than
   * English.
   */
  textFileCount: number
}

/**
 * Groups a build's files by load step.
 *
 * @param html the built document
 * @throws Error if the plan names a missing file, or the document loads a file that the plan defers
 */
export function groupFiles(
  manifest: Manifest,
  html: string,
  plan: readonly Pick<CodeFile, 'name' | 'step'>[] = codeFiles,
): LoadedFiles {
  const chunks = Object.entries(manifest)
  const initialHtml = html.replaceAll(/<link rel="later"[^>]*>/g, '')
  const before = withStaticImports(
    manifest,
    chunks.filter(([, { file }]) => initialHtml.includes(`"/${file}"`)).map(([key]) => key),
  )
  const keysOf = (name: string) => {
    const keys = chunks.filter(([, chunk]) => chunk.name === name && isScript(chunk)).map(([key]) => key)
    if (!keys.length)
      throw new Error(`the load plan names the file ${name}, but the build has no script of that name`)
    return keys
  }
  const deferredKeys = plan.filter(({ step }) => step === 'after ideas').flatMap(({ name }) => keysOf(name))
  const misplacedKey = deferredKeys.find((key) => before.scripts.has(manifest[key]!.file))
  if (misplacedKey)
    throw new Error(
      `${manifest[misplacedKey]!.file} is loaded before the ideas, but the load plan loads it after them`,
    )
  const deferredFiles = withStaticImports(manifest, deferredKeys)
  const after = {
    scripts: without(deferredFiles.scripts, before.scripts),
    styles: without(deferredFiles.styles, before.styles),
  }
  const plannedScripts = new Set([...before.scripts, ...after.scripts])
  const scripts = chunks.filter(([, chunk]) => isScript(chunk))
  return {
    before,
    after,
    onDemand: without(new Set(scripts.map(([, { file }]) => file)), plannedScripts),
    textFileCount: scripts.some(([, { name }]) => name?.startsWith('words-')) ? 2 : 0,
  }
}

/**
 * Requests for scripts and styles until all panels are shown, in the language that needs the most.
 */
export const countFiles = ({ before, after, textFileCount }: LoadedFiles): number =>
  before.scripts.size + before.styles.size + after.scripts.size + after.styles.size + textFileCount

if (import.meta.main) {
  const root = 'dist/app'
  const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest
  const html = readFileSync(join(root, 'app/index.html'), 'utf8')
  const files = groupFiles(manifest, html)
  const { before, after, onDemand } = files
  if (before.scripts.size === 0) throw new Error('app/index.html names no script of the manifest')

  const brotliSize = (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  const measureFile = (file: string) => {
    const raw = readFileSync(join(root, file))
    return { raw: raw.length, brotli: brotliSize(raw) }
  }
  const printRow = (name: string, { raw, brotli }: { raw: number; brotli: number }, note = '') =>
    console.log(
      `  ${name.padEnd(52)} ${raw.toLocaleString('en').padStart(9)} ${brotli.toLocaleString('en').padStart(9)}  ${note}`,
    )

  console.log(`  ${'app: file'.padEnd(52)} ${'bytes'.padStart(9)} ${'brotli'.padStart(9)}`)
  const initialSize = { raw: 0, brotli: 0 }
  const skeletons = JSON.parse(readFileSync(join(root, 'skeletons.json'), 'utf8')) as Record<string, string>
  const measureTemplate = (name: string) => {
    const template = /<template[\s\S]*<\/template>/.exec(skeletons[name] ?? '')?.[0]
    if (!template) throw new Error(`the skeleton "${name}" has no template`)
    return { template, raw: Buffer.byteLength(template), brotli: brotliSize(Buffer.from(template)) }
  }
  const templateSize = measureTemplate('pro en')
  let firstScriptBytes = templateSize.brotli
  for (const file of before.scripts) {
    const size = measureFile(file)
    if (/\/first-/.test(file)) firstScriptBytes += size.brotli
    initialSize.raw += size.raw
    initialSize.brotli += size.brotli
    printRow(file, size)
  }
  printRow('template of the ideas, in the document', templateSize, 'not counted')
  const contractTemplate = measureTemplate('proStrategies en')
  const contractFile = /data-script="\/([^"]+)"/.exec(contractTemplate.template)![1]!
  const contractSize = measureFile(contractFile)
  printRow(contractFile, contractSize, 'proStrategies only')
  printRow('template of a contract, in the document', contractTemplate, 'proStrategies only')
  printRow('before the ideas', initialSize, `of ${beforeIdeasBudget.toLocaleString('en')} brotli`)
  for (const file of before.styles) printRow(file, measureFile(file), 'style, not counted')
  for (const file of [...after.scripts, ...after.styles]) printRow(file, measureFile(file), 'after the ideas')
  let chartBytes = 0
  for (const file of onDemand) {
    const size = measureFile(file)
    if (chartBudget.file.test(file)) chartBytes += size.brotli
    printRow(file, size, 'on demand')
  }
  const count = countFiles(files)
  console.log(`  files until all panels are shown: ${count} of ${maxFiles}`)

  if (initialSize.brotli > beforeIdeasBudget) {
    console.error(
      `the scripts before the ideas have ${initialSize.brotli} bytes; their budget is ${beforeIdeasBudget}`,
    )
    process.exitCode = 1
  }
  if (firstScriptBytes > firstScriptBudget) {
    console.error(
      `the first script and its template have ${firstScriptBytes} bytes; their budget is ${firstScriptBudget}`,
    )
    process.exitCode = 1
  }
  const contractBytes = contractSize.brotli + contractTemplate.brotli
  if (contractBytes > contractBudget) {
    console.error(
      `the card's script and template have ${contractBytes} bytes; their budget is ${contractBudget}`,
    )
    process.exitCode = 1
  }
  if (!chartBytes || chartBytes > chartBudget.bytes) {
    console.error(`the volatility charts have ${chartBytes} bytes; their budget is ${chartBudget.bytes}`)
    process.exitCode = 1
  }
  const recordCharts = readdirSync(recordChartsBudget.folder).filter((file) =>
    recordChartsBudget.file.test(file),
  )
  const recordChartsBytes = recordCharts.reduce(
    (sum, file) => sum + brotliSize(readFileSync(join(recordChartsBudget.folder, file))),
    0,
  )
  console.log(`  script of the record's page: ${recordChartsBytes.toLocaleString('en')} brotli`)
  if (recordCharts.length !== 1 || recordChartsBytes > recordChartsBudget.bytes) {
    console.error(
      `the script of the record's page has ${recordChartsBytes} bytes in ${recordCharts.length} files; its budget is ${recordChartsBudget.bytes} in one file`,
    )
    process.exitCode = 1
  }
  if (count > maxFiles) {
    console.error(`${count} files are needed until all panels are shown; the load plan allows ${maxFiles}`)
    process.exitCode = 1
  }
}
