import type { Page } from '@playwright/test'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

/** Share of nearly white pixels of the frame in a screenshot, 0 to 1. `decoder`: a page that decodes the image. */
async function whiteShare(host: HostPage, decoder: Page): Promise<number> {
  const box = await host.frames.boundingBox()
  const png = await host.page.screenshot({ clip: box!, animations: 'allow' })
  return decoder.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height)
    let count = 0
    for (let index = 0; index < bytes.length; index += 4)
      if (bytes[index]! > 235 && bytes[index + 1]! > 235 && bytes[index + 2]! > 235) count++
    return count / (bytes.length / 4)
  }, png.toString('base64'))
}

for (const [theme, systemScheme] of [
  ['dark', 'light'],
  ['dark', 'dark'],
  ['auto', 'dark'],
] as const) {
  test(
    `a widget of the theme ${theme} is dark from its first paint, on a ${systemScheme} system`,
    coreIf(theme === 'auto' || systemScheme === 'light'),
    async ({ host, page, context }) => {
      const decoder = await context.newPage()
      await page.bringToFront()
      await page.emulateMedia({ colorScheme: systemScheme })
      const releases = {
        document: await holdRequests(page, '**/widget?*'),
        script: await holdRequests(page, '**/assets/*.js'),
        style: await holdRequests(page, '**/assets/*.css'),
        session: await holdRequests(page, '**/Token'),
      }
      await host.open('40-first-paint')
      // With `auto` the page shows through the frame until the document is there.
      if (theme === 'auto')
        await page.evaluate(() => {
          document.documentElement.style.cssText = 'color-scheme: dark; background: #101010'
        })
      await host.start({ theme })
      for (const [step, urlPart] of [
        ['document', '/widget?'],
        ['style', '.css'],
        ['script', '.js'],
        ['session', '/Token'],
      ] as const) {
        await host.settle()
        expect(await whiteShare(host, decoder), `before the ${step}`).toBeLessThan(0.01)
        const response = page.waitForResponse((response) => response.url().includes(urlPart))
        releases[step]()
        await response
      }
      await host.ready()
      expect(await whiteShare(host, decoder), 'ready').toBeLessThan(0.05)
    },
  )
}

for (const [loaded, theme] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(
    `a widget that is set from ${loaded} to ${theme} and reloads is ${theme} from its first paint`,
    coreIf(loaded === 'light'),
    async ({ host, page, context }) => {
      const decoder = await context.newPage()
      await page.bringToFront()
      await host.openReady('40-first-paint', { theme: loaded })
      await host.send('SET_THEME', { theme })
      await expect(host.widget.root).toHaveAttribute('data-theme', theme)
      // The cookie with the theme is set after the first ideas.
      await expect
        .poll(() => page.frames()[1]!.evaluate('document.cookie'))
        .toMatch(new RegExp(`sw-theme-\\S+=${theme}`))
      const heldParts = await Promise.all(
        ['assets/*.css', 'assets/*.js', 'Token'].map(async (part) => ({
          part,
          release: await holdRequests(page, `**/${part}`),
        })),
      )
      const expectTheme = async (when: string) => {
        await host.settle()
        const share = await whiteShare(host, decoder)
        if (theme === 'dark') expect(share, when).toBeLessThan(0.05)
        else expect(share, when).toBeGreaterThan(0.5)
      }
      const document = page.waitForResponse('**/widget?*')
      await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
      await document
      for (const { part, release } of heldParts) {
        await expectTheme(`before ${part}`)
        const response = page.waitForResponse(`**/${part}`)
        release()
        await response
      }
      await host.widget.why.ready()
      await expectTheme('ready')
    },
  )
}

test('a light widget on a dark page is light', { tag: '@extended' }, async ({ host, page, context }) => {
  const decoder = await context.newPage()
  await page.bringToFront()
  await page.emulateMedia({ colorScheme: 'dark' })
  await host.openReady('40-first-paint', { theme: 'light' })
  expect(await whiteShare(host, decoder)).toBeGreaterThan(0.5)
})
