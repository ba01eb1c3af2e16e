import { expect, test } from 'vitest'
import { beforeCharts, type Manifest } from './sizes.ts'

const html = '<script type="module" src="/assets/app.js"></script>'
const manifest: Manifest = {
  'app/index.html': {
    file: 'assets/app.js',
    imports: ['_first.js'],
    css: ['assets/app.css'],
  },
  '_first.js': {
    file: 'assets/first.js',
    imports: ['_react.js'],
    dynamicImports: [
      'app/panels/why/why-panel.tsx',
      'app/panels/why/chart/price-chart.tsx',
      'app/i18n/locales/de/common.json',
      'app/i18n/locales/en/why.json',
      'app/panels/how/compare/compare-dialog.tsx',
      'app/shell/screens/screen-note.tsx',
    ],
    css: ['assets/first.css'],
  },
  '_react.js': { file: 'assets/react.js' },
  'app/panels/why/why-panel.tsx': { file: 'assets/why.js', imports: ['_first.js'] },
  'app/panels/why/chart/price-chart.tsx': { file: 'assets/price-chart.js', imports: ['_react.js'] },
  'app/i18n/locales/de/common.json': { file: 'assets/de.js' },
  'app/i18n/locales/en/why.json': { file: 'assets/en.js' },
  'app/panels/how/compare/compare-dialog.tsx': { file: 'assets/compare-dialog.js' },
  'app/shell/screens/screen-note.tsx': { file: 'assets/screen-note.js' },
}

test('what the entry imports counts; what is imported lazily is listed with when it comes', () => {
  const { before, css, after } = beforeCharts(manifest, html)
  expect([...before].toSorted()).toEqual(['assets/app.js', 'assets/first.js', 'assets/react.js'])
  expect([...css].toSorted()).toEqual(['assets/app.css', 'assets/first.css'])
  expect(Object.fromEntries(after)).toEqual({
    'assets/why.js': 'after the ideas',
    'assets/price-chart.js': 'chart',
    'assets/de.js': 'other language',
    'assets/en.js': 'after the ideas',
    'assets/compare-dialog.js': 'after a click',
    'assets/screen-note.js': 'only if it fails to start, or in an app',
  })
})

test('a chart that the entry imports counts', () => {
  const first = manifest['_first.js']!
  const heavy: Manifest = {
    ...manifest,
    '_first.js': { ...first, imports: ['_react.js', 'app/panels/why/chart/price-chart.tsx'] },
  }
  expect(beforeCharts(heavy, html).before).toContain('assets/price-chart.js')
})

test('a manifest that names what it does not describe is refused, not measured as less', () => {
  const broken: Manifest = {
    'app/index.html': { file: 'assets/app.js', imports: ['_gone.js'] },
  }
  expect(() => beforeCharts(broken, html)).toThrow('_gone.js')
})
