/**
 * Download size for a partner's page, compared with well-known embeds, in one run: `npm run bench:loader`,
 * after a build. The others come from npm at pinned versions into `.cache`; each is bundled and minified in
 * the same way with what a page needs to embed one thing. The table is written to docs/loader-size.md. Exits
 * 1 if our loader is over budget.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Maximum bytes, brotli at its highest level. docs/decisions/0008. */
const budget = 2200
const loaderFile = 'dist/loader/widgetLoader.js'
const folder = '.cache/bench-loaders'
const reportFile = 'docs/loader-size.md'

/** Package, version, and imports of a page. */
const otherEmbeds: readonly [name: string, version: string, imports: string][] = [
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

export type Size = { name: string; brotli: number; gzip: number; raw: number }

/** Sizes of a script: raw and compressed. */
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
  const rule = `| ${widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [line(['script', 'brotli', 'gzip', 'bytes']), rule, ...rows.map(line)].join('\n')
}

/** Bundles a package's imports into one minified script. */
async function bundlePackage(name: string, imports: string): Promise<Uint8Array> {
  const entry = join(folder, `${name.replaceAll(/\W/g, '-')}.js`)
  const names = imports.replaceAll(/[{}]|\* as /g, '').trim()
  writeFileSync(entry, `import ${imports} from '${name}'\nglobalThis.used = [${names}]\n`)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'used', fileName: 'one' },
    },
  })
  const outputs = [built].flat()
  const chunk = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error(`${name}: the build produced no chunk`)
  return Buffer.from(chunk.code)
}

if (import.meta.main) {
  const loaderSize = measureSize('**this loader**', readFileSync(loaderFile))
  mkdirSync(folder, { recursive: true })
  const dependencies = Object.fromEntries(otherEmbeds.map(([name, version]) => [name, version]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: 'inherit',
  })
  const sizes = [loaderSize]
  for (const [name, version, imports] of otherEmbeds)
    sizes.push(measureSize(`${name} ${version}`, await bundlePackage(name, imports)))
  const report = table(sizes)
  console.log(report)
  writeFileSync(
    reportFile,
    `# Download size of a partner's page

Measured in one run by \`npm run bench:loader\`: our loader as it is served, and for each other package what a page needs
to embed one thing, bundled and minified by Vite for the same browsers. Brotli at its highest level. Some of these are
channels or resizers only, some fetch more at run time (stripe-js is a shim); no other package has all of its features.

${report}

The budget of our loader is ${budget.toLocaleString('en')} bytes. The build fails if it is exceeded.
`,
  )
  if (loaderSize.brotli > budget) {
    console.error(`The loader is ${loaderSize.brotli - budget} bytes over its budget of ${budget}.`)
    process.exitCode = 1
  }
}
