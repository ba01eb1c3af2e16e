/// <reference types="vite/client" />
/** The style sheets use the font sizes of tokens.css only, and these are six at most. */
import { expect, test } from 'vitest'

const files = import.meta.glob<string>('/app/**/*.css', { query: '?raw', import: 'default', eager: true })
const styleSheets = Object.entries(files).map(
  ([path, text]) => [path, text.replaceAll(/\/\*.*?\*\//gs, '')] as const,
)
const tokens = styleSheets.find(([path]) => path.endsWith('/tokens.css'))![1]
const sizes = [...tokens.matchAll(/--sw-size-(\w+): ([\d.]+)rem/g)].map(([, name, rem]) => ({
  name,
  pixels: Number(rem) * 16,
}))

test('there are six font sizes at most, none under 11 px', () => {
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.length).toBeLessThanOrEqual(6)
  expect(Math.min(...sizes.map(({ pixels }) => pixels))).toBeGreaterThanOrEqual(11)
})

test('every font of a style sheet has a size of the tokens', () => {
  const allowed = /^(inherit|var\(--sw-text-\w+\)|(\d00 )?var\(--sw-size-\w+\)( \/ .*)?)$/
  const others = styleSheets.flatMap(([path, text]) =>
    [...text.matchAll(/[\s;{](?:font|font-size|--sw-text-[a-z]+): ([^;]+);/g)]
      // The drawing of the score scales with the text, so its own unit is fixed.
      .filter(([, value]) => !allowed.test(value!) && value !== '12px')
      .map(([declaration]) => `${path}: ${declaration.trim()}`),
  )
  expect(others).toEqual([])
})

test('controls have four heights at most', () => {
  const heights = new Set(
    [...tokens.matchAll(/--sw-(?:inline|target|action): ([\d.]+)rem/g)].map(([, rem]) => rem),
  )
  expect(heights).toEqual(new Set(['1.5', '1.75', '2.25', '2.75']))
  const control = /(?:button|\.disclosure|\.field|select)(?:\[[^\]]*\]|:[\w-]+)*$/
  const others = styleSheets.flatMap(([path, text]) =>
    [...text.matchAll(/([^{}]+)\{[^{}]*?min-block-size: ([\d.]+rem)/g)]
      .filter(([, selectors]) => selectors!.split(',').some((selector) => control.test(selector.trim())))
      .map(([, selectors, height]) => `${path}: ${selectors!.trim()}: ${height}`),
  )
  expect(others).toEqual([])
})
