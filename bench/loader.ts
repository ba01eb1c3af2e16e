/**
 * Download size of the loader on a partner's page, compared with well-known packages for embedding:
 * `npm run bench:loader`, after a build. Installs the packages from npm at pinned versions into
 * `.cache`, then bundles and minifies the imports of each package that a page needs. Writes
 * docs/loader-size.md. Exits 1 if our loader is over its budget.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Maximum bytes, brotli at its highest level (docs/decisions/0008). */
const budgetBytes = 2400
const loaderFile = 'dist/loader/widgetLoader.js'
const folder = '.cache/bench-loaders'
const reportFile = 'docs/loader-size.md'

/** Other packages for embedding: name, version, and the imports that a page needs. */
const otherPackages: readonly [name: string, version: string, imports: string][] = [
  ['@stripe/stripe-js', '10.2.1', '{ loadStripe }'],
  ['comlink', '4.4.2', '{ wrap, windowEndpoint }'],
  ['@open-iframe-resizer/core', '2.1.0', '{ initialize }'],
  ['@superset-ui/embedded-sdk', '0.4.0', '{ embedDashboard }'],
  ['penpal', '7.0.6', '{ connect, WindowMessenger }'],
  ['@iframe-resizer/parent', '5.5.9', 'connect'],
  ['post-robot', '10.0.46', '* as all'],
  ['@typeform/embed', '6.1.1', '{ createWidget }'],
  ['zoid', '9.0.86', '* as all'],
]

/** Size of a script, bytes. */
export type Size = { name: string; brotli: number; gzip: number; raw: number }

/** Measures a script: raw and compressed. */
export function measureSize(name: string, script: Uint8Array): Size {
  return {
    name,
    brotli: brotliCompressSync(script).length,
    gzip: gzipSync(script, { level: 9 }).length,
    raw: script.length,
  }
}

/** Markdown table, smallest first. */
export function table(sizes: readonly Size[]): string {
  const rows = sizes
    .toSorted((a, b) => a.brotli - b.brotli)
    .map(({ name, brotli, gzip, raw }) => [
      name,
      ...[brotli, gzip, raw].map((bytes) => bytes.toLocaleString('en')),
    ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(6, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!))).join(' | ')} |`
  const delimiterRow = `| ${widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [line(['script', 'brotli', 'gzip', 'bytes']), delimiterRow, ...rows.map(line)].join('\n')
}

/** Bundles a package's imports into one minified script. */
async function bundlePackage(name: string, imports: string): Promise<Uint8Array> {
  const entry = join(folder, `${name.replaceAll(/\W/g, '-')}.js`)
  const names = imports.replaceAll(/[{}]|\* as /g, '').trim()
  writeFileSync(entry, `import ${imports} from '${name}'\nglobalThis.used = [${names}]\n`)
  const buildResult = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'used', fileName: 'bundle' },
    },
  })
  const outputs = [buildResult].flat()
  const chunk = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error(`the build of the package ${name} produced no chunk`)
  return Buffer.from(chunk.code)
}

if (import.meta.main) {
  const loaderSize = measureSize('**this loader**', readFileSync(loaderFile))
  mkdirSync(folder, { recursive: true })
  const dependencies = Object.fromEntries(otherPackages.map(([name, version]) => [name, version]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: 'inherit',
  })
  const sizes = [loaderSize]
  for (const [name, version, imports] of otherPackages)
    sizes.push(measureSize(`${name} ${version}`, await bundlePackage(name, imports)))
  const report = table(sizes)
  console.log(report)
  writeFileSync(
    reportFile,
    `# Download size of a partner's page

Measured in one run by \`npm run bench:loader\`: our loader as it is served, and the imports of each other package that
a page needs, bundled and minified by Vite for the same browsers. Brotli is at its highest level. Some of these
packages are message channels or resizers only, and some load more code at run time, for example stripe-js. None has
all features of our loader.

${report}

The budget of our loader is ${budgetBytes.toLocaleString('en')} bytes. The build fails if it is exceeded.
`,
  )
  if (loaderSize.brotli > budgetBytes) {
    console.error(
      `The loader has ${loaderSize.brotli} bytes, ${loaderSize.brotli - budgetBytes} more than its budget of ${budgetBytes}.`,
    )
    process.exitCode = 1
  }
}
