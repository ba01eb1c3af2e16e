import '#app/ui/base.css'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { themes, type Theme } from '#contract/bridge/options.ts'
import { contrast, type Rgb, textContrast } from '#app/ui/theming/contrast.ts'
import { readColor } from '#app/ui/theming/read-color.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { App } from '#app/boot/app.ts'
import { applyTokens } from './theming.ts'

const root = document.documentElement
let stop: Stop | undefined
afterEach(() => {
  stop?.()
  vi.restoreAllMocks()
  delete root.dataset['theme']
})

function open(theme: Theme, options: Parameters<typeof applyTokens>[1]) {
  const state = makeState()
  const fail = vi.fn()
  const show = (next: Theme) => {
    // Like app/boot/document/document.ts, before its followers.
    root.dataset['theme'] = next
    useHost.of(state).setState({ theme: next })
  }
  show(theme)
  stop = applyTokens({ state, page: { fail } } as unknown as App, options)
  return { fail, show }
}
const written = (name: string) => getComputedStyle(root).getPropertyValue(`--sw-${name}`).trim()
const token = (name: string): Rgb => readColor(written(name))!

/** Hues all round, from nearly black to nearly white, grey to full. */
const colors = Array.from({ length: 12 }, (_, hue) => hue * 30).flatMap((hue) =>
  [4, 20, 40, 50, 65, 80, 96].flatMap((lightness) =>
    [0, 45, 100].map((saturation) => `hsl(${hue} ${saturation}% ${lightness}%)`),
  ),
)

describe.each(themes)('in the theme %s', (theme) => {
  test('any accent keeps the contrast of text, on it, under it and on what is selected', () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    for (const accentColor of colors) {
      open(theme, { accentColor })
      const pairs = [
        ...['surface', 'canvas', 'sunken', 'hover', 'selected'].map((ground) => ['accent', ground] as const),
        ['on-accent', 'accent'] as const,
        ['on-accent', 'accent-hover'] as const,
        ...['text', 'text-2', 'text-3', 'bull', 'bear'].map((text) => [text, 'selected'] as const),
      ]
      for (const [text, ground] of pairs)
        expect(
          contrast(token(text), token(ground)),
          `${accentColor}: ${text} on ${ground}`,
        ).toBeGreaterThanOrEqual(textContrast)
      stop?.()
    }
  })

  test('what is selected is told from what is not', () => {
    for (const accentColor of ['#c8102e', '#00843d', '#6b3fa0', '#0b5fb3']) {
      open(theme, { accentColor })
      expect(contrast(token('selected'), token('surface')), accentColor).toBeGreaterThan(1.05)
      stop?.()
    }
  })
})

test('an accent that passes is shown as it is', () => {
  const info = vi.spyOn(console, 'info')
  open('light', { accentColor: 'rebeccapurple' })
  expect(written('accent')).toBe('#663399')
  expect(info).not.toHaveBeenCalled()
})

test('one that does not is changed until it does, theme by theme, and the console says so once for each', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { show, fail } = open('light', { accentColor: '#ffd400' })
  const light = written('accent')
  expect(light).not.toBe('#ffd400')
  show('dark')
  expect(written('accent')).toBe('#ffd400')
  show('light')
  expect(written('accent')).toBe(light)
  expect(info).toHaveBeenCalledOnce()
  expect(info.mock.calls[0]![0]).toMatch(/^accentColor #ffd400 has a contrast of 1\.\d+:1 in the theme light/)
  expect(fail).not.toHaveBeenCalled()
})

test.each(['#0008', 'transparent', 'currentcolor', 'inherit', 'var(--x, red)', 'nonsense'])(
  'an accent that is %s is refused in words, and ours stays',
  (accentColor) => {
    const { fail } = open('light', { accentColor })
    expect(fail).toHaveBeenCalledWith('BAD_OPTION', expect.stringContaining('accentColor must be an opaque'))
    expect(written('accent')).toBe('#0b5fb3')
  },
)

test.each([
  ['red', [255, 0, 0]],
  ['#0b5fb3', [11, 95, 179]],
  ['hsl(120 100% 25%)', [0, 128, 0]],
  ['rgb(50% 0% 100%)', [128, 0, 255]],
  ['oklch(62.8% 0.2577 29.23)', [255, 0, 0]],
  ['color(display-p3 0 1 0)', [0, 255, 0]],
])('%s is read as the browser reads it', (text, rgb) => {
  const read = readColor(text)!
  for (const at of [0, 1, 2]) expect(Math.abs(read[at]! - rgb[at]!), text).toBeLessThanOrEqual(2)
})

test('fonts come before ours, which stay for whatever the page’s lack', () => {
  open('light', { fontFamily: 'Georgia, serif' })
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Georgia"?, serif, "?Inter"?,/)
  stop?.()
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Inter"?,/)
})

test('what is no name of a font is refused in words', () => {
  const { fail } = open('light', { fontFamily: 'url(https://evil.example/x.woff2)' })
  expect(fail).toHaveBeenCalledWith('BAD_OPTION', expect.stringContaining('fontFamily must be names'))
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Inter"?,/)
})

test('a radius goes to all sizes of corners', () => {
  const { fail } = open('light', { radius: '12px' })
  expect(['radius-chip', 'radius', 'radius-card', 'radius-panel'].map(written)).toEqual([
    '8px',
    '12px',
    '16px',
    '20px',
  ])
  expect(fail).not.toHaveBeenCalled()
})

test('all that is wrong is said at once', () => {
  const { fail } = open('light', { accentColor: 'x', fontFamily: '', radius: '50%' })
  expect(fail).toHaveBeenCalledOnce()
  expect(fail.mock.calls[0]![1]).toMatch(
    /accentColor .*; fontFamily .*; radius must be a length of 0 or more in px, rem or em/,
  )
})
