import '#app/ui/base.css'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { themes, type Theme } from '#contract/bridge/options.ts'
import { checkUse } from '#app/ui/theming/check-uses.ts'
import { accentUses } from '#app/ui/theming/color-pairs.ts'
import { contrast, hexOf, type Rgb } from '#app/ui/theming/contrast.ts'
import { readColor } from '#app/ui/theming/read-color.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { App } from '#app/boot/app.ts'
import { applyTheming } from './theming.ts'

const root = document.documentElement
let stop: Stop | undefined
afterEach(() => {
  stop?.()
  vi.restoreAllMocks()
  delete root.dataset['theme']
})

function startTheming(theme: Theme, options: Parameters<typeof applyTheming>[1]) {
  const state = makeState()
  const reportError = vi.fn()
  const setTheme = (theme: Theme) => {
    // As app/boot/document/document.ts does before the subscribers run.
    root.dataset['theme'] = theme
    useHost.of(state).setState({ theme })
  }
  setTheme(theme)
  stop = applyTheming({ state, page: { reportError } } as unknown as App, options).stop
  return { reportError, setTheme }
}
const tokenText = (name: string) => getComputedStyle(root).getPropertyValue(`--sw-${name}`).trim()
const token = (name: string): Rgb => readColor(tokenText(name))!

/** All hues, from nearly black to nearly white and from grey to saturated. */
const colors = Array.from({ length: 12 }, (_, hue) => hue * 30).flatMap((hue) =>
  [4, 20, 40, 50, 65, 80, 96].flatMap((lightness) =>
    [0, 45, 100].map((saturation) => `hsl(${hue} ${saturation}% ${lightness}%)`),
  ),
)

describe.each(themes)('in the theme %s', (theme) => {
  test('every use of any accent has its minimum contrast', () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    for (const accentColor of colors) {
      startTheming(theme, { accentColor })
      const failures = accentUses
        .map((use) => checkUse(use, token))
        .filter(({ ratio, minimum }) => ratio < minimum)
      expect(failures, accentColor).toEqual([])
      stop?.()
    }
  })

  test('a selected row differs visibly from the surface around it', () => {
    for (const accentColor of ['#c8102e', '#00843d', '#6b3fa0', '#0b5fb3']) {
      startTheming(theme, { accentColor })
      expect(contrast(token('selected'), token('surface')), accentColor).toBeGreaterThan(1.05)
      stop?.()
    }
  })
})

test('shows an accent with enough contrast unchanged', () => {
  const info = vi.spyOn(console, 'info')
  startTheming('light', { accentColor: 'rebeccapurple' })
  expect(tokenText('accent')).toBe('#663399')
  expect(info).not.toHaveBeenCalled()
})

test('adjusts an accent with too little contrast in each theme, and logs the adjustment once per theme', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { setTheme, reportError } = startTheming('light', { accentColor: '#ffd400' })
  const light = tokenText('accent')
  expect(light).not.toBe('#ffd400')
  setTheme('dark')
  expect(tokenText('accent')).toBe('#ffd400')
  setTheme('light')
  expect(tokenText('accent')).toBe(light)
  expect(info).toHaveBeenCalledOnce()
  expect(info.mock.calls[0]![0]).toMatch(/^accentColor #ffd400 has a contrast of 1\.\d+:1 in the theme light/)
  expect(reportError).not.toHaveBeenCalled()
})

test.each(['#0008', 'transparent', 'currentcolor', 'inherit', 'var(--x, red)', 'nonsense'])(
  'reports the accent %s as invalid and keeps the default',
  (accentColor) => {
    const { reportError } = startTheming('light', { accentColor })
    expect(reportError).toHaveBeenCalledWith(
      'BAD_OPTION',
      expect.stringContaining('accentColor must be an opaque'),
    )
    expect(hexOf(token('accent'))).toBe('#0b5fb3')
  },
)

test.each([
  ['red', [255, 0, 0]],
  ['#0b5fb3', [11, 95, 179]],
  ['hsl(120 100% 25%)', [0, 128, 0]],
  ['rgb(50% 0% 100%)', [128, 0, 255]],
  ['oklch(62.8% 0.2577 29.23)', [255, 0, 0]],
  ['color(display-p3 0 1 0)', [0, 255, 0]],
])('reads %s as the browser does', (text, rgb) => {
  const color = readColor(text)!
  for (const index of [0, 1, 2]) expect(Math.abs(color[index]! - rgb[index]!), text).toBeLessThanOrEqual(2)
})

test('puts the page’s fonts before the widget’s own', () => {
  startTheming('light', { fontFamily: 'Georgia, serif' })
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Georgia"?, serif, "?Inter"?,/)
  stop?.()
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Inter"?,/)
})

test('reports an invalid font name', () => {
  const { reportError } = startTheming('light', { fontFamily: 'url(https://evil.example/x.woff2)' })
  expect(reportError).toHaveBeenCalledWith('BAD_OPTION', expect.stringContaining('fontFamily must be a list'))
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Inter"?,/)
})

test('derives all corner radii from one radius', () => {
  const { reportError } = startTheming('light', { radius: '12px' })
  expect(['radius-chip', 'radius', 'radius-card', 'radius-panel'].map(tokenText)).toEqual([
    '8px',
    '12px',
    '16px',
    '20px',
  ])
  expect(reportError).not.toHaveBeenCalled()
})

test('reports all invalid options in one error', () => {
  const { reportError } = startTheming('light', { accentColor: 'x', fontFamily: '', radius: '50%' })
  expect(reportError).toHaveBeenCalledOnce()
  expect(reportError.mock.calls[0]![1]).toMatch(
    /accentColor .*; fontFamily .*; radius must be a length of 0 or more in px, rem or em/,
  )
})
