import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'

// Without an emulated colour scheme, which would override the page's scheme in the frame.
test.use({ colorScheme: null })

test('SET_THEME changes frame and iframe element without a reload', async ({ host }) => {
  await host.openReady('41-live-theme', { theme: 'light' })
  await host.widget.root.evaluate((root) => root.setAttribute('data-same', 'yes'))
  for (const [theme, scheme, surface] of [
    ['dark', 'dark', 'rgb(18, 26, 37)'],
    ['three-panel-light', 'light', 'rgb(255, 255, 255)'],
  ] as const) {
    await host.send('SET_THEME', { theme })
    await expect(host.widget.root).toHaveAttribute('data-theme', theme)
    await expect(host.widget.root).toHaveAttribute('data-same', 'yes')
    await expect(host.frames).toHaveCSS('color-scheme', scheme)
    await expect(host.frames).toHaveCSS('background-color', surface)
    const inside = host.widget.root.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    expect(await inside).toBe(scheme === 'dark')
  }
})

const surfaces = { light: 'rgb(255, 255, 255)', dark: 'rgb(18, 26, 37)' }
/** Sets the color-scheme of the container, as a page's own switch does. */
const setScheme = (page: Page, scheme: string) =>
  page.evaluate((scheme) => (document.getElementById('ideas')!.style.colorScheme = scheme), scheme)

test('auto follows the color-scheme of its container, before any script and while it is shown', async ({
  host,
  page,
}) => {
  const release = await holdRequests(page, '**/assets/*.js')
  await host.open('41-live-theme')
  await setScheme(page, 'dark')
  await host.start({ theme: 'auto', accentColor: '#ffd400' })
  const body = host.frame().locator('body')
  await expect(body).toHaveCSS('background-color', surfaces.dark)
  await expect(host.frame().locator('.w')).toBeVisible()
  release()
  await host.ready()
  await host.widget.root.evaluate((root) => root.setAttribute('data-same', 'yes'))
  const accent = () =>
    host.widget.root.evaluate((root) => getComputedStyle(root).getPropertyValue('--sw-accent').trim())
  await expect.poll(accent).toBe('#ffd400')
  await setScheme(page, 'light')
  await expect(body).toHaveCSS('background-color', surfaces.light)
  await expect.poll(accent).not.toBe('#ffd400')
  await host.send('SET_THEME', { theme: 'dark' })
  await expect(host.frames).toHaveCSS('color-scheme', 'dark')
  await host.send('SET_THEME', { theme: 'auto' })
  await expect(host.frames).toHaveCSS('color-scheme', 'light')
  await expect(body).toHaveCSS('background-color', surfaces.light)
  await setScheme(page, 'dark')
  await expect(body).toHaveCSS('background-color', surfaces.dark)
  await expect(host.widget.root).toHaveAttribute('data-same', 'yes')
})
