import { expect, test } from '#e2e/kit/fixtures.ts'

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
