/** The playground's panel for brands: reading pasted colours, guessing their roles, the result and the picture. */
import { describe, expect, test } from 'vitest'
import * as widgetColors from '#app/ui/theming/widget-colors.ts'
import { brandColors } from '#app/ui/theming/brand-colors.fixture.ts'
import { guessBackgrounds, guessBrand } from './guesses.js'
import { nearestThemes } from './nearest-themes.js'
import { brandPicture, brandPng } from './picture.js'
import { failuresOf, formatRatio, prove, verdictOf } from './proof.js'
import { readBrand } from './read-brand.js'
import type { BrandColor } from './read-brand.js'
import type { ThemeName, WidgetColors } from './widget-colors.js'

// The page knows the module through this type only.
const colorsOfWidget: WidgetColors = widgetColors
const { readColor, hexOf, tokensOf } = colorsOfWidget

/** Reads a text that has colours. */
function colorsIn(text: string): BrandColor[] {
  const result = readBrand(text, readColor)
  if ('problem' in result) throw new Error(result.problem)
  return result.colors
}
/** The colours of a text as hex by name; two schemes as a pair. */
const hexIn = (text: string) =>
  Object.fromEntries(
    colorsIn(text).map(({ name, light, dark }) => [name, dark ? [hexOf(light), hexOf(dark)] : hexOf(light)]),
  )
const problemOf = (text: string) => {
  const result = readBrand(text, readColor)
  return 'problem' in result ? result.problem : undefined
}
const themeColor = (theme: ThemeName, token: string) => readColor(tokensOf(theme)(token))!

describe('CSS variables', () => {
  test('are read in every format, with or without a selector', () => {
    const declarations = `--a: #0a5; --b: rgb(1, 2, 3); --c: hsl(120 100% 25%); --d: rebeccapurple; --e: 222 47% 11%;
      --size: 4px; /* --f: #fff; */ --g: rgb(0 0 0 / 0.5); color: red`
    const expected = {
      '--a': '#00aa55',
      '--b': '#010203',
      '--c': '#008000',
      '--d': '#663399',
      '--e': '#0f1729',
    }
    expect(hexIn(declarations)).toEqual(expected)
    expect(hexIn(`:root { ${declarations} }`)).toEqual(expected)
    expect(hexIn(`@layer base { @media screen { .app { ${declarations} } } }`)).toEqual(expected)
    expect(hexIn(`@theme inline { ${declarations} }`)).toEqual(expected)
  })

  test('may refer to each other; a cycle or an unknown name is no colour', () => {
    expect(
      hexIn(`--blue: 210 100% 40%; --brand: hsl(var(--blue)); --link: var(--brand); --other: var(--none, #abc);
        --loop: var(--pool); --pool: var(--loop); --lost: var(--none)`),
    ).toEqual({ '--blue': '#0066cc', '--brand': '#0066cc', '--link': '#0066cc', '--other': '#aabbcc' })
  })

  test.each([
    ':root { --brand: #111; --x: var(--brand) } .dark { --brand: #eee }',
    ':root { --brand: #111 } @media (prefers-color-scheme: dark) { :root { --brand: #eee } }',
    ":root { --brand: light-dark(rgb(17, 17, 17), #eee) } [data-theme='dark'] { --brand: #eee }",
  ])('may have another value for a dark scheme: %s', (text) => {
    expect(hexIn(text)['--brand']).toEqual(['#111111', '#eeeeee'])
  })
})

describe('design tokens', () => {
  test('inherit the type of their group, and follow aliases', () => {
    const json = {
      color: {
        $type: 'color',
        $description: 'Colours',
        blue: { 600: { $value: '#0b5fb3' } },
        brand: { primary: { $value: '{color.blue.600}' }, $root: { $value: '#123456' } },
        loop: { $value: '{color.pool}' },
        pool: { $value: '{color.loop}' },
      },
      accent: { $value: '{color.brand.primary}' },
      size: { $type: 'dimension', $value: '#ffffff' },
      untyped: { $value: '#ffffff' },
    }
    expect(hexIn(JSON.stringify(json))).toEqual({
      'color.blue.600': '#0b5fb3',
      'color.brand.primary': '#0b5fb3',
      'color.brand.$root': '#123456',
      accent: '#0b5fb3',
    })
  })

  test.each([
    [{ colorSpace: 'srgb', components: [1, 0, 0.2] }, '#ff0033'],
    [{ colorSpace: 'srgb', components: [1, 'none', 0], alpha: 1 }, '#ff0000'],
    [{ colorSpace: 'hsl', components: [120, 100, 25] }, '#008000'],
    [{ colorSpace: 'oklch', components: [0.628, 0.2577, 29.23] }, '#ff0000'],
    [{ colorSpace: 'display-p3', components: [0, 1, 0] }, '#00ff00'],
    [{ colorSpace: 'of-the-future', components: [0, 1, 0], hex: '#abcdef' }, '#abcdef'],
  ])('may be an object with a colour space: %j', (value, hex) => {
    expect(hexIn(JSON.stringify({ x: { $type: 'color', $value: value } }))).toEqual({ x: hex })
  })

  test('with transparency are not colours of the widget', () => {
    const value = { colorSpace: 'srgb', components: [1, 0, 0], alpha: 0.5, hex: '#ff0000' }
    expect(problemOf(JSON.stringify({ x: { $type: 'color', $value: value } }))).toMatch(
      /^x is not an opaque CSS colour\. Paste CSS variables/,
    )
  })
})

test.each([
  ['', /^Paste CSS variables, such as --brand-primary: #00aa55; or design tokens/],
  ['our brand is blue', /^The text has no CSS variables\. Paste/],
  ['.a { color: red }', /^The text has no CSS variables\. Paste/],
  ['{ "primary": ', /^This text starts like JSON, but is not valid JSON\. Paste/],
  ['[1, 2]', /^The JSON has no token with "\$type": "color" and a "\$value"\. Paste/],
  ['{ "primary": { "$value": "#fff" } }', /^The JSON has no token/],
  ['--gap: 4px; --x: nonsense', /^--gap and 1 more are not an opaque CSS colour\. Paste/],
])('for %j, a sentence says what was expected', (text, sentence) => {
  expect(problemOf(text)).toMatch(sentence)
})

test.each([
  ['--text: #111; --brand-primary: #0a5; --brand-secondary: #a05', '--brand-primary'],
  ['--primary-foreground: #fff; --primary: #0a5; --accent: #eee', '--primary'],
  ['--color-brand-50: #eef; --color-brand-500: #33f; --color-brand-900: #113', '--color-brand-500'],
  ['--colorPrimaryHover: #0b6; --colorPrimary: #0a5', '--colorPrimary'],
  ['--one: #888; --two: #0a5; --three: #123', '--two'],
])('in %s, the brand colour is %s', (text, name) => {
  expect(guessBrand(colorsIn(text))?.name).toBe(name)
})

test.each([
  ['--brand: #0a5', 'light', 'dark', []],
  ['--background: #ffffff; --card: #fff', 'light', 'dark', ['light']],
  ['--background: #e4ebf3; --surface: #fff', 'three-panel-light', 'dark', ['light']],
  ['--bg: #060a0f; --bg-hover: #fff; --on-background: #fff', 'light', 'three-panel-dark', ['dark']],
  [
    ':root { --background: #f4f5f8 } .dark { --background: #05080c }',
    'light',
    'three-panel-dark',
    ['light', 'dark'],
  ],
])('for %s, the nearest themes are %s and %s', (text, light, dark, sides) => {
  expect(nearestThemes(guessBackgrounds(colorsIn(text)), themeColor)).toEqual({ light, dark, sides })
})

const themes = { light: 'light', dark: 'dark' } as const

test('the result is one accent if a colour has enough contrast in both themes, otherwise two', () => {
  const proofOf = (text: string) => prove(colorsIn(text)[0]!, themes, colorsOfWidget)
  const yellow = proofOf('--brand: #ffd400')
  expect(yellow.accentColor).toBe('light-dark(#826c00, #ffd400)')
  expect(verdictOf(yellow)).toBe('All 28 contrasts pass. Your colour is adjusted in the light theme.')
  const two = proofOf(':root { --brand: #0b5fb3 } .dark { --brand: #7ab8ff }')
  expect(two.accentColor).toBe('light-dark(#0b5fb3, #7ab8ff)')
  expect(verdictOf(two)).toBe('All 28 contrasts pass, with your colour unchanged.')
  expect(verdictOf(proofOf('--brand: #808080'))).toBe(
    'All 28 contrasts pass. Your colour is adjusted in both themes.',
  )
  const [use] = yellow.light.uses
  const failing = { ...yellow, light: { ...yellow.light, uses: [{ ...use!, ratio: 4.499 }] } }
  expect(verdictOf(failing)).toMatch(/^1 of 15 contrasts fail\./)
  expect(formatRatio(4.499)).toBe('4.49:1')
})

test('50 brands have no failure in the panel', () => {
  for (const [name, color] of brandColors) {
    const brand = { name, light: readColor(color)! }
    expect(failuresOf(prove(brand, themes, colorsOfWidget)), name).toEqual([])
    expect(
      failuresOf(prove(brand, { light: 'three-panel-light', dark: 'three-panel-dark' }, colorsOfWidget)),
      name,
    ).toEqual([])
  }
})

describe('the picture', () => {
  const proof = prove({ name: 'a<b> & "c"', light: [255, 212, 0] }, themes, colorsOfWidget)

  test('is valid SVG with the colours, every use and its ratios', () => {
    const { svg } = brandPicture(proof)
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
    const texts = [...parsed.querySelectorAll('text')].map((node) => node.textContent)
    expect(texts).toContain('a<b> & "c" · #ffd400')
    expect(texts).toContain(verdictOf(proof))
    for (const side of [proof.light, proof.dark])
      for (const { use, ratio } of side.uses) {
        expect(texts).toContain(use)
        expect(texts).toContain(`${formatRatio(ratio)} ✓`)
      }
    for (const fill of ['#ffd400', '#826c00'])
      expect(parsed.querySelector(`rect[fill="${fill}"]`)).not.toBeNull()
  })

  test('no text is outside of it, and no two texts of a row overlap', () => {
    const { svg, width, height } = brandPicture(proof)
    const holder = document.createElement('div')
    holder.innerHTML = svg
    document.body.append(holder)
    const boxes = [...holder.querySelectorAll('text')].map((node) => node.getBBox())
    holder.remove()
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(width)
      expect(box.y + box.height).toBeLessThanOrEqual(height)
    }
    for (const [index, first] of boxes.entries())
      for (const second of boxes.slice(index + 1))
        expect(
          first.x < second.x + second.width &&
            second.x < first.x + first.width &&
            first.y < second.y + second.height - 2 &&
            second.y < first.y + first.height - 2,
          JSON.stringify([first, second]),
        ).toBe(false)
  })

  test('is saved as a PNG of twice the size, with the colours of the brand', async () => {
    const { width, height } = brandPicture(proof)
    const bitmap = await createImageBitmap(await brandPng(proof))
    expect([bitmap.width, bitmap.height]).toEqual([width * 2, height * 2])
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    // The middle of the brand's square.
    expect([...context.getImageData(148, 140, 1, 1).data]).toEqual([255, 212, 0, 255])
  })
})
