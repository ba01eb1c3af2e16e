/** docs/markets.md has the sources, the interface, the kit, the calls and the example as they are. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capabilityNames } from './capabilities.ts'
import { dataEntitlements } from '#contract/responses/data-class.ts'
import { tableCells } from '#service/testing/table-cells.ts'
import { marketPlans, marketSources } from './registry.ts'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = textOf('../../docs/markets.md')
/** The cells of the table rows whose first cell is code. */
const rows = tableCells(page.split('\n').filter((line) => line.startsWith('| `')))
const rowOf = (name: string) => rows.filter(([first]) => first === `\`${name}\``)

test.each(marketSources().map(({ syntax }) => syntax))('MARKET=%s has a row', (syntax) => {
  expect(rowOf(syntax).length).toBeGreaterThan(0)
})

test('every kind of data and every licence class is named', () => {
  for (const name of capabilityNames) expect(page, name).toContain(`\`${name}\``)
  for (const name of dataEntitlements) expect(rowOf(name), name).toHaveLength(1)
})

test('the table of calls has the numbers of `admin market plan`', () => {
  for (const { kind, calls, perMinute } of marketPlans(6000)) {
    const row = rows.find(([first, second]) => first === `\`${kind}\`` && /^[\d,]+$/.test(second ?? ''))
    expect(row?.slice(1, 3), kind).toEqual([
      calls.toLocaleString('en-US'),
      perMinute === null ? 'none' : String(perMinute),
    ])
  }
})

test('every member of the interface has a row, and no other', () => {
  const members = /\nexport interface Market \{\n(.*?)\n\}/s
    .exec(textOf('market.ts'))![1]!
    .matchAll(/^ {2}(\w+)\??\(/gm)
  const section = /\n### The interface\n(.*?)\n### /s.exec(page)![1]!
  const listed = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set([...members].map(([, name]) => name)))
})

test('every module of the kit has a row', () => {
  const modules = globSync('kit/*.ts', { cwd: import.meta.dirname })
    .map((path) => path.replace('kit/', ''))
    .filter((name) => !/\.(test|fixture|suite)\.ts$/.test(name))
  const listed = rows.flatMap(([first = '']) => /^`([\w-]+\.ts)`$/.exec(first)?.[1] ?? [])
  expect(listed.toSorted()).toEqual(modules.toSorted())
})

test('the example and its test are complete, and the example has fewer than 150 lines', () => {
  const example = textOf('kit/example/example-source.ts')
  for (const code of [example, textOf('kit/example/acme.test.ts')])
    expect(page).toContain(`\n\`\`\`ts\n${code}\`\`\`\n`)
  expect(example.split('\n').length).toBeLessThan(150)
})

test('no sentence has more than 25 words', () => {
  const prose = page
    .replaceAll(/^```.*?^```$/gms, '')
    .split(/\n\n|\n(?=[-|\d])|\|/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
  const sentences = prose.flatMap((paragraph) => paragraph.split(/(?<=[.?!])\s/))
  expect(sentences.filter((sentence) => sentence.split(' ').length > 25)).toEqual([])
})
