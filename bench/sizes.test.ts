import { expect, test } from 'vitest'
import { countFiles, groupFiles, type Manifest } from './sizes.ts'

const html = `<script type="module" src="/assets/main.js"></script>
  <link rel="stylesheet" href="/assets/main.css">
  <link rel="later" as="script" href="/assets/panels.js">`
const plan = [
  { name: 'main', step: 'before ideas' },
  { name: 'panels', step: 'after ideas' },
  { name: 'chart', step: 'after ideas' },
] as const
const manifest: Manifest = {
  'app/index.html': {
    file: 'assets/main.js',
    name: 'main',
    imports: ['_react.js'],
    dynamicImports: ['app/panels/why/why-panel.tsx', 'app/panels/how/compare/compare-dialog.tsx'],
  },
  'style.css': { file: 'assets/main.css' },
  '_react.js': { file: 'assets/react.js', name: 'react' },
  'app/panels/why/why-panel.tsx': {
    file: 'assets/panels.js',
    name: 'panels',
    imports: ['app/index.html', '_table.js'],
    css: ['assets/panels.css'],
  },
  '_table.js': { file: 'assets/table.js', name: 'table' },
  'app/panels/why/chart/price-chart.tsx': {
    file: 'assets/chart.js',
    name: 'chart',
    imports: ['_react.js'],
  },
  'app/panels/how/compare/compare-dialog.tsx': { file: 'assets/compare-dialog.js', name: 'compare-dialog' },
}
const germanTexts = { file: 'assets/words-de.js', name: 'words-de' }

test('groups the document’s files with all their imports, and the other files by load step', () => {
  const files = groupFiles(manifest, html, plan)
  expect([...files.before.scripts]).toEqual(['assets/main.js', 'assets/react.js'])
  expect([...files.before.styles]).toEqual(['assets/main.css'])
  expect([...files.after.scripts]).toEqual(['assets/panels.js', 'assets/table.js', 'assets/chart.js'])
  expect([...files.after.styles]).toEqual(['assets/panels.css'])
  expect([...files.onDemand]).toEqual(['assets/compare-dialog.js'])
})

test('counts two more files if the build has texts in a language other than English', () => {
  expect(countFiles(groupFiles(manifest, html, plan))).toBe(7)
  expect(countFiles(groupFiles({ ...manifest, 'words-de': germanTexts }, html, plan))).toBe(9)
})

test('rejects a build whose document imports the deferred chart statically', () => {
  const document = manifest['app/index.html']!
  const manifestWithStaticChart = {
    ...manifest,
    'app/index.html': { ...document, imports: ['app/panels/why/chart/price-chart.tsx'] },
  }
  expect(() => groupFiles(manifestWithStaticChart, html, plan)).toThrow(
    'assets/chart.js is loaded before the ideas',
  )
})

test('rejects a plan that names a file that was not built', () => {
  expect(() => groupFiles(manifest, html, [...plan, { name: 'missing', step: 'after ideas' }])).toThrow(
    'missing',
  )
})

test('rejects a manifest that refers to a chunk without an entry', () => {
  const incompleteManifest: Manifest = {
    'app/index.html': { file: 'assets/main.js', imports: ['_missing.js'] },
  }
  expect(() => groupFiles(incompleteManifest, html, [])).toThrow('_missing.js')
})
