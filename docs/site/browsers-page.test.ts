/** Compares docs/browsers.md with the code: features, build targets and suites. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tableCells } from '#service/testing/table-cells.ts'
import { errorsIn, root } from './test-references.ts'

const read = (path: string) => readFileSync(root + path, 'utf8')
const page = read('docs/browsers.md')
/** Cells of the rows of the table whose header begins with a name. */
function table(firstHeader: string): string[][] {
  const [, rows = ''] = new RegExp(`^\\| ${firstHeader} .*\\n\\|[ -|]*\\n((?:\\|.*\\n)+)`, 'm').exec(page)!
  return tableCells(rows.trim().split('\n'))
}
const unquoted = (text = '') => text.replaceAll('`', '')

const sources = globSync('{app,contract}/**/*.{ts,tsx,css}', { cwd: root })
  .filter((path) => !/\.(test|fixture)\.|\/testing\//.test(path))
  .map((path) => [path, read(path)] as const)

test('the versions are those that the features need', () => {
  const features = table('feature')
  expect(features.length).toBeGreaterThan(4)
  const newest = [1, 2, 3].map((column) => Math.max(...features.map((row) => Number(row[column]))))
  const versions = new Map(table('browser').map(([browser, version]) => [browser, version]))
  expect(versions.get('Chrome, Edge and other Chromiums')).toBe(String(newest[0]))
  expect(versions.get('Android WebView')).toBe(String(newest[0]))
  expect(versions.get('Firefox')).toBe(String(newest[1]))
  expect(versions.get('Safari on macOS, iOS and iPadOS')).toBe(String(newest[2]))
  expect(versions.get('WKWebView')).toBe(`iOS ${newest[2]}`)
  for (const [feature, , , , path] of features)
    expect(read(unquoted(path)), path).toContain(unquoted(feature))
})

/** Features that are newer than the oldest supported version of at least one browser. */
const newerFeatures = [
  /\bURL\.parse\(/,
  /\bPromise\.try\b/,
  /\bArray\.fromAsync\b/,
  /\bIterator\.from\b/,
  /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|some|every|find|reduce|flatMap|toArray|forEach)\(/,
  // `v.union` is valibot's.
  /(?<!\bv)\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\bDurationFormat\b/,
  /\bRegExp\.escape\b/,
  /\bstartViewTransition\b/,
  /\bmoveBefore\b/,
  /\b(navigation|scheduler)\.\w+\(/,
  // The build replaces `light-dark()`.
  /@starting-style|@scope\b|\banchor\(|anchor-name|field-sizing|interpolate-size|:dir\(|allow-discrete/,
]

test('the code of the frame uses no feature that a supported browser lacks', () => {
  const found = sources.flatMap(([path, text]) =>
    newerFeatures.filter((feature) => feature.test(text)).map((feature) => `${path}: ${feature.source}`),
  )
  expect(found).toEqual([])
})

test('the targets are those of the builds', () => {
  const targets = Object.fromEntries(table('script').map(([script, target]) => [script, unquoted(target)]))
  const app = read('vite.config.ts')
  const targetAfter = (text: string, output: string) =>
    /target: '(\w+)'/.exec(text.slice(text.indexOf(output)))?.[1]
  expect(targets).toEqual({
    'loader (`/widgetLoader`) on your page': targetAfter(app, "outDir: 'dist/loader'"),
    'application in the frame': targetAfter(app, "outDir: 'dist/app'"),
    'npm package': targetAfter(read('loader/packages/vite.config.ts'), 'target:'),
  })
})

test('the suites exist, and the page names all suites of other engines', () => {
  const config = read('playwright.config.ts')
  const suites = table('engine').map(([, suite]) => unquoted(suite))
  for (const suite of suites) expect(config).toContain(`name: '${suite}'`)
  expect(config.match(/browserName: 'firefox'|e2e\/embed', testMatch: '\*\*\/\*\.webkit\.ts'/g)).toHaveLength(
    2,
  )
  expect(config).toContain('grepInvert: /@chromium/')
})

test('every file and page that it names exists', () => {
  expect(errorsIn(page)).toEqual([])
})
