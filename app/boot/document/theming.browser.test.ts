/* oxlint-disable no-restricted-globals -- clears the widget's storage */
import '#app/ui/base.css'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { type FrameOptions, themes, type Theme } from '#contract/bridge/options/options.ts'
import { checkUse } from '#app/ui/theming/check-uses.ts'
import { accentUses } from '#app/ui/theming/color-pairs.ts'
import { contrast, hexOf, type Rgb } from '#app/ui/theming/contrast.ts'
import { readColor } from '#app/ui/theming/read-color.ts'
import { themeColors } from '#app/ui/theming/theme-colors.ts'
import type { LiveOption } from '#contract/bridge/options/live-options.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { chooseAppearance, useView } from '#app/state/view.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { App } from '#app/boot/app.ts'
import { applyTheming, changeLooks, supportsLook } from './theming.ts'

const root = document.documentElement
let stop: Stop | undefined
const devtools = cdp() as unknown as { send: (name: string, params: object) => Promise<void> }
const emulateMedia = (features: object[]) => devtools.send('Emulation.setEmulatedMedia', { features })
afterEach(async () => {
  stop?.()
  vi.restoreAllMocks()
  delete root.dataset['theme']
  localStorage.clear()
  sessionStorage.clear()
  await emulateMedia([])
})

function makeApp(theme: Theme, options: Partial<FrameOptions> = {}) {
  const state = makeState()
  const reportError = vi.fn()
  const host = useHost.of(state)
  const setTheme = (theme: Theme) => {
    // As app/boot/document/document.ts does before the subscribers run.
    root.dataset['theme'] = theme
    host.setState({ theme })
  }
  setTheme(theme)
  host.setState({ options })
  const app = { state, stops: [], instance: 'id', page: { reportError } } as unknown as App
  stop = () => app.theming?.stop()
  return { app, host, reportError, setTheme }
}
function startTheming(theme: Theme, options: Partial<FrameOptions>) {
  const made = makeApp(theme, options)
  applyTheming(made.app)
  return made
}
/** Sets the scheme that the theme `auto` follows. */
const preferScheme = (value: 'light' | 'dark') => emulateMedia([{ name: 'prefers-color-scheme', value }])
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
  async (accentColor) => {
    const { reportError } = startTheming('light', { accentColor })
    await expect
      .poll(() => reportError.mock.calls)
      .toEqual([['BAD_OPTION', expect.stringContaining('accentColor must be an opaque')]])
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
  expect(document.documentElement.hasAttribute('data-page-font')).toBe(true)
  stop?.()
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Inter"?,/)
})

test('reports an invalid font name', async () => {
  const { reportError } = startTheming('light', { fontFamily: 'url(https://evil.example/x.woff2)' })
  await expect
    .poll(() => reportError.mock.calls)
    .toEqual([['BAD_OPTION', expect.stringContaining('fontFamily must be a list')]])
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

test('reports all invalid options in one error', async () => {
  const { reportError } = startTheming('light', { accentColor: 'x', fontFamily: '', radius: '50%' })
  await expect.poll(() => reportError.mock.calls.length).toBe(1)
  expect(reportError.mock.calls[0]![1]).toMatch(
    /accentColor .*; fontFamily .*; radius must be a length of 0 or more in px, rem or em/,
  )
})

test.each<[string, NonNullable<FrameOptions['accentColor']>]>([
  ['an object', { light: '#6b3fa0', dark: '#c9a6f5' }],
  ['a text', 'light-dark(#6b3fa0, #c9a6f5)'],
])('takes %s with one accent for light and one for dark themes', async (_, accentColor) => {
  const { setTheme } = startTheming('light', { accentColor })
  const accents = themes.slice(0, 4).map((theme) => {
    setTheme(theme)
    return tokenText('accent')
  })
  expect(accents).toEqual(['#6b3fa0', '#c9a6f5', '#6b3fa0', '#c9a6f5'])
  setTheme('auto')
  for (const [scheme, accent] of [
    ['dark', '#c9a6f5'],
    ['light', '#6b3fa0'],
  ] as const) {
    await preferScheme(scheme)
    expect(tokenText('accent')).toBe(accent)
  }
})

test('themeColors has the colours of tokens.css', () => {
  for (const [theme, { surface, backgrounds, texts }] of Object.entries(themeColors)) {
    root.dataset['theme'] = theme
    expect([surface, ...backgrounds, ...texts].map(hexOf), theme).toEqual(
      'surface canvas sunken hover text text-2 text-3 green red blue orange'
        .split(' ')
        .map((name) => hexOf(token(name))),
    )
  }
})

describe('SET_THEME', () => {
  test('changes only the given fields, and null sets the default', () => {
    const { app } = makeApp('light')
    changeLooks(app, { accentColor: '#663399', radius: '12px' }, false)
    expect([tokenText('accent'), tokenText('radius')]).toEqual(['#663399', '12px'])
    changeLooks(app, { fontFamily: 'Georgia' }, false)
    changeLooks(app, { radius: '2px' }, false)
    expect([tokenText('accent'), tokenText('radius')]).toEqual(['#663399', '2px'])
    expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Georgia/)
    changeLooks(app, { accentColor: null, fontFamily: null, radius: null }, false)
    expect([hexOf(token('accent')), tokenText('radius')]).toEqual(['#0b5fb3', '6px'])
    expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Inter/)
  })

  test('ignores invalid fields and shows the others', () => {
    const { app, reportError } = makeApp('light', { accentColor: '#663399' })
    changeLooks(app, { accentColor: '#0008', fontFamily: 'url(x)', radius: '4px', density: 'tight' }, false)
    expect([tokenText('accent'), tokenText('radius')]).toEqual(['#663399', '4px'])
    expect(useView.of(app.state).getState().density).toBe('comfortable')
    expect(reportError).not.toHaveBeenCalled()
  })

  test('replaces the density that the user has chosen, but not when it is repeated after a reload', () => {
    const { app } = makeApp('light')
    const density = () => useView.of(app.state).getState().density
    chooseAppearance(app.state, { density: 'comfortable' })
    changeLooks(app, { density: 'compact' }, true)
    expect(density()).toBe('comfortable')
    changeLooks(app, { density: 'compact' }, false)
    expect(density()).toBe('compact')
    expect(readAppearance().density).toBeUndefined()
    changeLooks(app, { density: null }, true)
    expect(density()).toBe('comfortable')
  })

  test('shows the fields of all commands again after a reload of the frame, until the end of the widget', () => {
    const { app, host } = makeApp('light')
    changeLooks(app, { theme: 'dark', accentColor: '#ffd400' }, false)
    changeLooks(app, { radius: '12px', accentColor: '#0008', fontFamily: null }, false)
    stop?.()
    const reloaded = makeApp('light', { fontFamily: 'Georgia' })
    changeLooks(reloaded.app, { radius: '12px' }, true)
    expect(reloaded.host.getState()).toMatchObject({
      theme: 'dark',
      options: { accentColor: '#ffd400', radius: '12px', fontFamily: undefined },
    })
    for (const end of app.stops) end()
    expect(sessionStorage).toHaveLength(0)
    expect(host.getState().theme).toBe('dark')
  })

  test.each<[LiveOption, unknown, boolean]>([
    ['theme', 'dark', true],
    ['theme', 'neon', false],
    ['density', 'compact', true],
    ['density', 'tight', false],
    ['accentColor', 'oklch(62.8% 0.2577 29.23)', true],
    ['accentColor', 'light-dark(rgb(1, 2, 3), #fff)', true],
    ['accentColor', { light: '#000', dark: 'white' }, true],
    ['accentColor', { light: '#000', dark: '#0008' }, false],
    ['accentColor', { light: 'light-dark(#000, #fff)', dark: '#fff' }, false],
    ['accentColor', { light: '#000' }, false],
    ['accentColor', 7, false],
    ['fontFamily', 'Georgia, serif', true],
    ['fontFamily', 7, false],
    ['radius', '4px', true],
    ['radius', '4', false],
  ])('%s %o is supported: %s', (name, value, isSupported) => {
    expect(supportsLook(name, value)).toBe(isSupported)
  })
})
