import { expect, test } from 'vitest'
import { answerColumns, pageOfService } from './page-of-service.ts'

const results = {
  at: '2026-11-20T03:04:05.000Z',
  load: 0.44,
  seconds: 2,
  rounds: 3,
  answers: [
    {
      what: 'ideas, br',
      isMet: true,
      figures: ['9000', '12000', '0.75 ≥ 0.7', '2.1 ms', '1.2 ≤ 3', '80 µs', '50 µs'],
    },
    {
      what: '401',
      isMet: false,
      figures: ['4000', '12000', '0.33 ≥ 0.5', '9.9 ms', '4.0 ≤ 3', '200 µs', '50 µs'],
    },
  ],
  feed: [{ what: 'from tick to client, p99', figure: '310 ms', bar: '<= 500 ms', isMet: true }],
}

test('the page has both tables, when and on what they were measured, and which bars are missed', () => {
  const page = pageOfService(results)
  expect(page).toContain('on 2026-11-20,')
  expect(page).toMatch(/cores, \d+ GB of memory, .*, load 0\.4 when it began\./)
  expect(page).toContain('1 of 3 rows miss a bar:\n\n- 401\n')
  expect(page).toContain('3 rounds of 2 seconds')
  const lines = page.split('\n')
  for (const name of answerColumns) expect(lines.find((line) => line.startsWith('| request'))).toContain(name)
  expect(lines.find((line) => line.startsWith('| ideas, br'))).toMatch(
    /\| +9000 \| +12000 \| +0\.75 ≥ 0\.7 \|/,
  )
  expect(lines.find((line) => line.startsWith('| from tick'))).toMatch(/\| +310 ms \| <= 500 ms \|$/)
})

test('of a machine that was busy it says that nothing can be compared', () => {
  expect(pageOfService({ ...results, load: 900 })).toContain('nothing can be compared')
  expect(pageOfService({ ...results, load: 0 })).not.toContain('nothing can be compared')
})

test('where all hold it says so', () => {
  const { answers, ...others } = results
  expect(pageOfService({ ...others, answers: answers.slice(0, 1) })).toContain('All 2 rows hold their bars.')
})
