/**
 * The style sheets use logical properties, because the widget also runs right to left. A comment
 * that begins with `physical:` marks the line of an exception, such as a chart's time axis.
 */
import { expect, test } from 'vitest'

const styleSheets = import.meta.glob<string>('../**/*.css', { eager: true, query: '?raw', import: 'default' })
const physicalSide =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b[^:;{}]*|(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear)(?=\s*:\s*(?:left|right)))\s*:/
const exceptionMark = /\/\*\s*physical:/

/** Lists the declarations with a physical side, as `file:line text`. */
const physicalSides = (name: string, css: string) =>
  css
    .split('\n')
    .flatMap((line, index) =>
      physicalSide.test(line) && !exceptionMark.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [],
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
])('%s has a physical side', (line) => expect(physicalSides('x', line)).toHaveLength(1))
test.each([
  'margin-inline-start: 1px;',
  'inset-inline-end: 0;',
  'text-align: start;',
  'border-start-end-radius: 5px;',
  'left: 0; /* physical: time runs from left to right */',
  'background-position: left;',
])('%s has no physical side', (line) => expect(physicalSides('x', line)).toEqual([]))

test('no style sheet of the app has a physical side', () => {
  expect(Object.keys(styleSheets).length).toBeGreaterThan(20)
  for (const [name, css] of Object.entries(styleSheets)) expect(css, name).toContain('{')
  expect(Object.entries(styleSheets).flatMap(([name, css]) => physicalSides(name, css))).toEqual([])
})
