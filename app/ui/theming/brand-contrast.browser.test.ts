/** The contrast of every use of an accent, for public colours of brands and for extreme colours, in every theme. */
import { describe, expect, test } from 'vitest'
import chartCss from '#app/panels/why/chart/price-chart.css?raw'
import { brandColors } from './brand-colors.fixture.ts'
import { checkAccent, checkUse } from './check-uses.ts'
import { accentUses, forecastEdgeOpacity } from './color-pairs.ts'
import { declarations, fixedThemes, readHex } from './theme-tokens.ts'

/** Colours at the limits: yellow, nearly black, nearly white, greys, and the pure primaries. */
const extremeColors = [
  '#ffff00',
  '#010101',
  '#fefefe',
  '#808080',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#00ffff',
  '#ff00ff',
].map((color) => [color, color] as const)

test('the test data has 50 different brands and colours', () => {
  for (const column of [0, 1] as const) expect(new Set(brandColors.map((row) => row[column])).size).toBe(50)
})

describe.each(fixedThemes)('in the theme %s', (theme) => {
  test.each([...brandColors, ...extremeColors])('every use of %s has its minimum contrast', (_, color) => {
    const { uses } = checkAccent(readHex(color), theme)
    expect(uses).toHaveLength(accentUses.length)
    expect(uses.filter(({ ratio, minimum }) => ratio < minimum)).toEqual([])
  })

  test('an accent with enough contrast is unchanged, and a checked accent is unchanged if it is passed again', () => {
    for (const [brand, color] of brandColors) {
      const { accent, token } = checkAccent(readHex(color), theme)
      if (accent.requestedContrast >= 4.5) expect(token('accent'), brand).toBe(color)
      const again = checkAccent(accent.accent, theme)
      for (const name of ['accent', 'accent-hover', 'on-accent', 'selected'])
        expect(again.token(name), brand).toBe(token(name))
    }
  })
})

test('the uses include every token that an accent changes', () => {
  const names = new Set(
    accentUses.flatMap(({ foregrounds, backgrounds }) => [...foregrounds, ...backgrounds]),
  )
  const dependent = Object.entries(declarations(':root')).flatMap(([name, value]) =>
    value === 'var(--sw-accent)' ? [name] : [],
  )
  expect(dependent).toEqual(['focus', 'series-first'])
  for (const name of ['accent', 'accent-hover', 'on-accent', 'selected', ...dependent])
    expect(names).toContain(name)
  expect(new Set(accentUses.map(({ use }) => use)).size).toBe(accentUses.length)
})

test('a use reports its pair with the lowest contrast, as drawn', () => {
  const token = (name: string) => readHex({ ink: '#000000', grey: '#767676', paper: '#ffffff' }[name] ?? '')
  const use = { use: 'x', foregrounds: ['ink', 'grey'], backgrounds: ['paper'], minimum: 4.5 } as const
  expect(checkUse(use, token)).toMatchObject({ foreground: '#767676', background: '#ffffff' })
  expect(checkUse(use, token).ratio).toBeCloseTo(4.54, 2)
  expect(checkUse({ ...use, foregrounds: ['ink'], opacity: 0.5 }, token).foreground).toBe('#808080')
})

test('the opacity of the forecast is that of the style sheet', () => {
  const [, rule = ''] = /\.why-cone \{([^}]*)\}/.exec(chartCss) ?? []
  expect(rule).toContain('stroke: var(--sw-accent);')
  expect(rule).toContain(`stroke-opacity: ${forecastEdgeOpacity};`)
})
