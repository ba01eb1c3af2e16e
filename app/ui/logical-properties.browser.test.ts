/**
 * The widget also runs right to left: its style sheets use logical properties. Exceptions, such as a chart's
 * time axis, are marked on their line by a comment that begins with `physical:`.
 */
import { expect, test } from 'vitest'

const sheets = import.meta.glob<string>('../**/*.css', { eager: true, query: '?raw', import: 'default' })
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b[^:;{}]*|(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear)(?=\s*:\s*(?:left|right)))\s*:/
const allowed = /\/\*\s*physical:/

/** `file:line text` of each declaration with a physical side. */
const sides = (name: string, css: string) =>
  css
    .split('\n')
    .flatMap((line, index) =>
      physical.test(line) && !allowed.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [],
    )

test.each([
  'margin-left: 1px;',
  'a { padding-right: 0 }',
  'left: 0;',
  'right:auto;',
  'text-align: left;',
  'float: right;',
  'border-left-color: red;',
  'border-top-left-radius: 0;',
])('%s has a physical side', (line) => expect(sides('x', line)).toHaveLength(1))
test.each([
  'margin-inline-start: 1px;',
  'inset-inline-end: 0;',
  'text-align: start;',
  'border-start-end-radius: 5px;',
  'left: 0; /* physical: time runs from left to right */',
  'background-position: left;',
])('%s has none', (line) => expect(sides('x', line)).toEqual([]))

test('no style sheet of the app has a physical side', () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(20)
  for (const [name, css] of Object.entries(sheets)) expect(css, name).toContain('{')
  expect(Object.entries(sheets).flatMap(([name, css]) => sides(name, css))).toEqual([])
})
