import { expect, test } from 'vitest'
import { fontFamilyCss } from './font-names.ts'
import { readRadius } from './radii.ts'

test.each([
  ['Georgia', "'Georgia'"],
  ['"Source Sans 3", Arial, sans-serif', "'Source Sans 3', 'Arial', sans-serif"],
  ["'IBM Plex Sans',System-UI", "'IBM Plex Sans', system-ui"],
  ['ヒラギノ角ゴ Pro, 微软雅黑', "'ヒラギノ角ゴ Pro', '微软雅黑'"],
])('accepts the font list %s', (text, css) => {
  expect(fontFamilyCss(text)).toBe(css)
})

test.each([
  '',
  ',',
  'Georgia,',
  'url(x.woff2)',
  "x'; } body { color: red",
  'a\\62 c',
  'var(--x)',
  '"Un"closed',
  '/* x */ Arial',
  'expression(1)',
  'a, b, c, d, e, f, g, h, i',
  'x'.repeat(201),
])('refuses the font list %s', (text) => {
  expect(fontFamilyCss(text)).toBeUndefined()
})

test.each([
  ['0', 0],
  ['4px', 4],
  ['0.5rem', 8],
  ['.25em', 4],
  ['12PX', 12],
  ['999px', 16],
])('%s is a radius of %d px', (text, pixels) => {
  expect(readRadius(text)).toBe(pixels)
})

test.each(['', '4', '-4px', '50%', 'calc(1px + 1px)', 'auto', '1vw', '4px 8px'])(
  'refuses the radius %s',
  (text) => {
    expect(readRadius(text)).toBeUndefined()
  },
)
