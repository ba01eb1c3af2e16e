import { expect, test } from 'vitest'
import { countFiles, filesOf, type Manifest } from './sizes.ts'

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
const words = { file: 'assets/words-de.js', name: 'words-de' }

test('counts the document’s files with all their imports, and sorts the others by load step', () => {
  const files = filesOf(manifest, html, plan)
  expect([...files.before.scripts]).toEqual(['assets/main.js', 'assets/react.js'])
  expect([...files.before.styles]).toEqual(['assets/main.css'])
  expect([...files.after.scripts]).toEqual(['assets/panels.js', 'assets/table.js', 'assets/chart.js'])
  expect([...files.after.styles]).toEqual(['assets/panels.css'])
  expect([...files.onDemand]).toEqual(['assets/compare-dialog.js'])
})

test('counts two more files of texts for a language other than English', () => {
  expect(countFiles(filesOf(manifest, html, plan))).toBe(7)
  expect(countFiles(filesOf({ ...manifest, 'words-de': words }, html, plan))).toBe(9)
})

test('refuses a chart that the app imports statically', () => {
  const first = manifest['app/index.html']!
  const heavy = {
    ...manifest,
    'app/index.html': { ...first, imports: ['app/panels/why/chart/price-chart.tsx'] },
  }
  expect(() => filesOf(heavy, html, plan)).toThrow('assets/chart.js is loaded before the ideas')
})

test('refuses a plan that names a file that was not built', () => {
  expect(() => filesOf(manifest, html, [...plan, { name: 'gone', step: 'after ideas' }])).toThrow('gone')
})

test('refuses a manifest that names a file it does not describe', () => {
  const broken: Manifest = {
    'app/index.html': { file: 'assets/main.js', imports: ['_gone.js'] },
  }
  expect(() => filesOf(broken, html, [])).toThrow('_gone.js')
})
