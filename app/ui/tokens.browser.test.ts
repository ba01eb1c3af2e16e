/**
 * Checks each colour pair of the design's table against the style sheet (WCAG 2.x relative
 * luminance).
 */
import { describe, expect, test } from 'vitest'
import source from './tokens.css?raw'
import { themes, type Theme } from '#contract/bridge/options.ts'

const css = source.replace(/\/\*[\s\S]*?\*\//g, '')

/**
 * Returns the tokens that the rules with exactly this selector declare; later rules override
 * earlier ones.
 */
function declarations(selector: string): Record<string, string> {
  const tokens: Record<string, string> = {}
  for (const [, selectors = '', body = ''] of css.matchAll(/(?<=^|\})\s*([^{}@]+)\{([^{}]*)\}/g)) {
    if (selectors.trim() !== selector) continue
    for (const [, name = '', value = ''] of body.matchAll(/--sw-([\w-]+)\s*:\s*([^;]+);/g))
      tokens[name] = value.trim()
  }
  return tokens
}

/** A theme in one colour scheme; `auto` has the tokens of `light` and `dark`. */
type FixedTheme = Exclude<Theme, 'auto'>
const fixedThemes = themes.filter((theme) => theme !== 'auto')

/**
 * Returns a function that resolves a token of a theme after the cascade, with the rules of other
 * selectors on top.
 */
function tokensOf(theme: FixedTheme, ...extraSelectors: string[]): (name: string) => string {
  const tokens = { ...declarations(':root'), ...declarations(`:root[data-theme='${theme}']`) }
  const scheme = theme.endsWith('dark') ? 2 : 1
  for (const selector of extraSelectors) Object.assign(tokens, declarations(selector))
  return function resolve(name): string {
    const declared = tokens[name]
    if (declared === undefined) throw new Error(`no token ${name}`)
    const value = /^light-dark\((.+), (.+)\)$/.exec(declared)?.[scheme] ?? declared
    const referencedName = /^var\(--sw-([\w-]+)\)$/.exec(value)?.[1]
    return referencedName ? resolve(referencedName) : value
  }
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Foreground, background, minimum ratio. */
const pairs: readonly (readonly [string, string, number])[] = [
  ['text', 'surface', 7],
  ['text', 'canvas', 7],
  ['text', 'selected', 4.5],
  ['text-2', 'surface', 4.5],
  ['text-2', 'canvas', 4.5],
  ['text-2', 'hover', 4.5],
  ['text-3', 'surface', 4.5],
  ['text-3', 'canvas', 4.5],
  ['text-3', 'sunken', 4.5],
  ['text-3', 'selected', 4.5],
  ['text-3', 'hover', 4.5],
  ['accent', 'surface', 4.5],
  ['accent', 'canvas', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['bull', 'surface', 4.5],
  ['bull', 'canvas', 4.5],
  ['bull', 'bull-bg', 4.5],
  ['bull', 'selected', 4.5],
  ['bear', 'surface', 4.5],
  ['bear', 'canvas', 4.5],
  ['bear', 'bear-bg', 4.5],
  ['bear', 'selected', 4.5],
  ['blue', 'surface', 4.5],
  ['blue', 'blue-bg', 4.5],
  ['orange', 'surface', 4.5],
  ['orange', 'orange-bg', 4.5],
  ['neutral', 'neutral-bg', 4.5],
  ['warn', 'warn-bg', 4.5],
  ['warn', 'surface', 4.5],
  ['info', 'info-bg', 4.5],
  ['earnings', 'earnings-bg', 4.5],
  ['earnings', 'surface', 4.5],
  ['bull-line', 'surface', 3],
  ['bear-line', 'surface', 3],
  ['blue-line', 'surface', 3],
  ['orange-line', 'surface', 3],
  ['warn-line', 'surface', 3],
  ['line-control', 'surface', 3],
  ['line-control', 'canvas', 3],
  ['focus', 'surface', 3],
  ['focus', 'canvas', 3],
  ['focus', 'selected', 3],
]

describe.each(fixedThemes)('in the theme %s', (theme) => {
  const token = tokensOf(theme)

  test.each(pairs)('%s on %s is at least %d', (foreground, background, minimum) => {
    expect(contrast(token(foreground), token(background))).toBeGreaterThanOrEqual(minimum)
  })

  test.each([
    ['red-up', ":root[data-convention='red-up']"],
    ['safe', ":root[data-vision='safe']"],
    ['safe and red-up', ":root[data-vision='safe'][data-convention='red-up']"],
  ])('with %s, the colours of rising and falling have enough contrast and differ', (_, selector) => {
    const adjustedToken = tokensOf(theme, selector)
    for (const side of ['bull', 'bear']) {
      for (const background of ['surface', 'canvas', 'selected', `${side}-bg`]) {
        expect(
          contrast(adjustedToken(side), adjustedToken(background)),
          `${side} on ${background}`,
        ).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(adjustedToken('bull')).not.toBe(adjustedToken('bear'))
  })
})

test('auto has no tokens of its own, so it looks like light and dark', () => {
  expect(declarations(":root[data-theme='auto']")).toEqual({})
  expect(declarations(":root[data-theme='dark']")).toEqual({})
})

test('cards of three-panel-dark stand out more from their canvas than the panels of dark', () => {
  const [cards, plain] = [tokensOf('three-panel-dark'), tokensOf('dark')]
  for (const edge of ['surface', 'line-subtle'])
    expect(contrast(cards(edge), cards('canvas')), edge).toBeGreaterThan(
      contrast(plain(edge), plain('canvas')),
    )
})

test('samples of the contrasts equal the values in the design', () => {
  const light = tokensOf('light')
  expect(contrast(light('text'), light('surface'))).toBeCloseTo(17.28, 1)
  expect(contrast(tokensOf('dark')('bear'), tokensOf('dark')('surface'))).toBeCloseTo(7.66, 1)
  expect(
    contrast(tokensOf('three-panel-light')('bull'), tokensOf('three-panel-light')('selected')),
  ).toBeCloseTo(5.48, 1)
})

test('red-up swaps the colours of rising and falling, but not of good and bad', () => {
  const plain = tokensOf('light')
  const swapped = tokensOf('light', ":root[data-convention='red-up']")
  expect(swapped('bull')).toBe(plain('bear'))
  expect(swapped('bear')).toBe(plain('bull'))
  expect(swapped('good')).toBe(plain('good'))
})
