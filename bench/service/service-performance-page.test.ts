import { expect, test } from 'vitest'
import { routeColumns, servicePerformancePage } from './service-performance-page.ts'

const results = {
  measuredAt: '2026-11-20T03:04:05.000Z',
  load: 0.44,
  seconds: 2,
  rounds: 3,
  routes: [
    {
      label: 'ideas, br',
      isMet: true,
      cells: ['9000', '12000', '0.75 ≥ 0.7', '2.1 ms', '1.2 ≤ 3', '80 µs', '50 µs'],
    },
    {
      label: '401',
      isMet: false,
      cells: ['4000', '12000', '0.33 ≥ 0.5', '9.9 ms', '4.0 ≤ 3', '200 µs', '50 µs'],
    },
  ],
  feed: [{ label: 'from tick to client, p99', figure: '310 ms', bar: '<= 500 ms', isMet: true }],
}

test('the report has both tables, the date and the machine, and lists missed bars', () => {
  const markdown = servicePerformancePage(results)
  expect(markdown).toContain('on 2026-11-20,')
  expect(markdown).toMatch(/cores, \d+ GB of memory, .*, load 0\.4 at the start\./)
  expect(markdown).toContain('1 of 3 rows miss a bar:\n\n- 401\n')
  expect(markdown).toContain('3 rounds of 2 seconds')
  const lines = markdown.split('\n')
  for (const name of routeColumns) expect(lines.find((line) => line.startsWith('| request'))).toContain(name)
  expect(lines.find((line) => line.startsWith('| ideas, br'))).toMatch(
    /\| +9000 \| +12000 \| +0\.75 ≥ 0\.7 \|/,
  )
  expect(lines.find((line) => line.startsWith('| from tick'))).toMatch(/\| +310 ms \| <= 500 ms \|$/)
})

test('warns if the machine was busy', () => {
  expect(servicePerformancePage({ ...results, load: 900 })).toContain('nothing can be compared')
  expect(servicePerformancePage({ ...results, load: 0 })).not.toContain('nothing can be compared')
})

test('states that all bars hold if no row misses its bar', () => {
  const { routes, ...otherResults } = results
  expect(servicePerformancePage({ ...otherResults, routes: routes.slice(0, 1) })).toContain(
    'All 2 rows hold their bars.',
  )
})
