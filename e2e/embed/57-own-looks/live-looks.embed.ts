import { readFileSync } from 'node:fs'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

const accentColor = { light: '#6b3fa0', dark: '#c9a6f5' }

/** The looks that are on screen. `same` is set by `mark`, and lost by a reload of the frame. */
const looks = (host: HostPage) =>
  host.widget.root.evaluate((root) => {
    const computed = getComputedStyle(root)
    const token = (name: string) => computed.getPropertyValue(`--sw-${name}`).trim()
    return {
      theme: root.getAttribute('data-theme'),
      density: root.getAttribute('data-density'),
      accent: token('accent'),
      radius: token('radius'),
      font: getComputedStyle(document.body).fontFamily.split(',')[0]!.replaceAll('"', ''),
      same: root.getAttribute('data-same') === 'yes',
    }
  })
const mark = (host: HostPage) => host.widget.root.evaluate((root) => root.setAttribute('data-same', 'yes'))

test('SET_THEME changes each look on screen, in every theme, and null sets the default', async ({ host }) => {
  await host.openReady('57-own-looks', { symbol: 'AAPL' })
  await host.widget.how.ready()
  await mark(host)
  await host.send('SET_THEME', { accentColor, radius: '12px' })
  await host.send('SET_THEME', { fontFamily: 'Georgia, serif', density: 'compact' })
  for (const [theme, accent] of [
    ['light', accentColor.light],
    ['dark', accentColor.dark],
    ['three-panel-light', accentColor.light],
  ] as const) {
    await host.send('SET_THEME', { theme })
    await expect
      .poll(() => looks(host))
      .toEqual({ theme, density: 'compact', accent, radius: '12px', font: 'Georgia', same: true })
  }
  await host.send('SET_THEME', {
    theme: null,
    accentColor: null,
    fontFamily: null,
    radius: null,
    density: null,
  })
  await expect
    .poll(() => looks(host))
    .toMatchObject({ theme: 'light', density: 'comfortable', radius: '6px', font: 'Inter', same: true })
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(host.console.filter((line) => /Content.Security.Policy/i.test(line))).toEqual([])
})

test('the example of the documentation changes the looks', { tag: '@extended' }, async ({ host, page }) => {
  const guide = readFileSync(new URL('../../../docs/theming.md', import.meta.url), 'utf8')
  const example = /### Change them on screen[\s\S]*?```js\n([\s\S]*?)```/.exec(guide)![1]!
  await host.openReady('57-own-looks', { symbol: 'AAPL', radius: '2px' })
  await page.evaluate(example)
  await expect
    .poll(() => looks(host))
    .toMatchObject({ theme: 'dark', accent: '#c9a6f5', density: 'compact', radius: '2px' })
})

test('with auto, the preferred scheme selects the accent in the same frame as the colours @chromium', async ({
  host,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await host.openReady('57-own-looks', { theme: 'auto', accentColor: 'light-dark(#6b3fa0, #c9a6f5)' })
  // The colours of each painted frame.
  await host.widget.root.evaluate((root) => {
    const painted: string[] = []
    Object.assign(window, { painted })
    const record = () => {
      const computed = getComputedStyle(root)
      const colors = `${getComputedStyle(document.body).backgroundColor} ${computed.getPropertyValue('--sw-accent').trim()}`
      if (painted.at(-1) !== colors) painted.push(colors)
      requestAnimationFrame(record)
    }
    record()
  })
  const painted = () => host.widget.root.evaluate(() => (window as unknown as { painted: string[] }).painted)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => (await painted()).length).toBe(2)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => (await painted()).length).toBe(3)
  expect(await painted()).toEqual([
    expect.stringContaining('#6b3fa0'),
    expect.stringMatching(/^rgb\(18, 26, 37\) #c9a6f5$/),
    expect.stringContaining('#6b3fa0'),
  ])
})

test('the looks of all commands survive a reload of the frame', async ({ host, page }) => {
  await host.openReady('57-own-looks', { symbol: 'AAPL' })
  await host.send('SET_THEME', { theme: 'dark' })
  await host.send('SET_THEME', { accentColor, radius: '2px' })
  await host.send('SET_THEME', { fontFamily: 'Georgia', density: 'compact' })
  const expected = {
    theme: 'dark',
    density: 'compact',
    accent: accentColor.dark,
    radius: '2px',
    font: 'Georgia',
    same: false,
  }
  await expect.poll(() => looks(host)).toEqual(expected)
  await mark(host)
  const frame = page.frames().find((candidate) => candidate.url().includes('/widget?'))!
  await frame.evaluate(() => void setTimeout(() => location.reload()))
  await expect.poll(() => host.count('/Token')).toBe(2)
  await host.widget.why.shows('AAPL')
  await expect.poll(() => looks(host)).toEqual(expected)
  await host.destroy()
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test('an invalid field is named, and the others are shown', async ({ host }) => {
  await host.openReady('57-own-looks', { symbol: 'AAPL', accentColor: '#6b3fa0' })
  await mark(host)
  await host.send('SET_THEME', { accentColor: 'light-dark(#000, #0008)', radius: '2px' })
  const error = await host.error()
  expect(error).toMatchObject({ code: 'BAD_COMMAND' })
  expect(error.message).toMatch(
    /^BAD_COMMAND: SET_THEME: accentColor must be an opaque CSS colour such as #0b5fb3, or \{ light, dark \}/,
  )
  await expect
    .poll(() => looks(host))
    .toMatchObject({ accent: '#6b3fa0', radius: '2px', font: 'Inter', same: true })
})
