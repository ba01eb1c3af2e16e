/**
 * Checks each colour pair of the design's table against the style sheet (WCAG 2.x relative
 * luminance).
 */
import { describe, expect, test } from 'vitest'
import { checkUse } from './theming/check-uses.ts'
import { accentUses, fixedPairs } from './theming/color-pairs.ts'
import { contrast as contrastOf } from './theming/contrast.ts'
import { declarations, fixedThemes, readHex, tokensOf } from './theming/theme-tokens.ts'

const contrast = (first: string, second: string) => contrastOf(readHex(first), readHex(second))

describe.each(fixedThemes)('in the theme %s', (theme) => {
  const token = tokensOf(theme)

  test.each(fixedPairs)('%s on %s is at least %d', (foreground, background, minimum) => {
    expect(contrast(token(foreground), token(background))).toBeGreaterThanOrEqual(minimum)
  })

  test.each(accentUses)('$use: at least $minimum', (use) => {
    const { ratio, minimum } = checkUse(use, (name) => readHex(token(name)))
    expect(ratio).toBeGreaterThanOrEqual(minimum)
  })

  test.each([
    ['red-up', ":root[data-convention='red-up']"],
    ['safe', ":root[data-vision='safe']"],
    ['safe and red-up', ":root[data-vision='safe'][data-convention='red-up']"],
  ])('with %s, the colours of rising and falling have enough contrast and differ', (_, selector) => {
    const adjustedToken = tokensOf(theme, declarations(selector))
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
  const swapped = tokensOf('light', declarations(":root[data-convention='red-up']"))
  expect(swapped('bull')).toBe(plain('bear'))
  expect(swapped('bear')).toBe(plain('bull'))
  expect(swapped('good')).toBe(plain('good'))
})
