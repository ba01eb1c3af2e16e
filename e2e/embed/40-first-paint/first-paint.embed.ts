import type { Page } from '@playwright/test'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { hold } from '#e2e/kit/hold.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

/** Share of nearly white pixels of the frame in a screenshot, 0 to 1. */
async function whiteShare(host: HostPage, reader: Page): Promise<number> {
  const box = await host.frames.boundingBox()
  const png = await host.page.screenshot({ clip: box!, animations: 'allow' })
  return reader.evaluate(async (data) => {
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

for (const system of ['light', 'dark'] as const) {
  test(
    `a dark widget is dark from its first paint, on a ${system} system`,
    coreIf(system === 'light'),
    async ({ host, page, context }) => {
      const reader = await context.newPage()
      await page.bringToFront()
      await page.emulateMedia({ colorScheme: system })
      const gates = {
        document: await hold(page, '**/widget?*'),
        script: await hold(page, '**/assets/*.js'),
        style: await hold(page, '**/assets/*.css'),
        session: await hold(page, '**/Token'),
      }
      await host.open('40-first-paint')
      await host.start({ theme: 'dark' })
      for (const [step, arrived] of [
        ['document', '/widget?'],
        ['style', '.css'],
        ['script', '.js'],
        ['session', '/Token'],
      ] as const) {
        await host.settle()
        expect(await whiteShare(host, reader), `before the ${step}`).toBeLessThan(0.01)
        const next = page.waitForResponse((response) => response.url().includes(arrived))
        gates[step]()
        await next
      }
      await host.ready()
      expect(await whiteShare(host, reader), 'ready').toBeLessThan(0.05)
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
      const reader = await context.newPage()
      await page.bringToFront()
      await host.openReady('40-first-paint', { theme: loaded })
      await host.send('SET_THEME', { theme })
      await expect(host.widget.root).toHaveAttribute('data-theme', theme)
      // The cookie with the theme is set after the first ideas.
      await expect
        .poll(() => page.frames()[1]!.evaluate('document.cookie'))
        .toMatch(new RegExp(`sw-theme-\\S+=${theme}`))
      const gates = await Promise.all(
        ['assets/*.css', 'assets/*.js', 'Token'].map(async (part) => ({
          part,
          open: await hold(page, `**/${part}`),
        })),
      )
      const expectTheme = async (when: string) => {
        await host.settle()
        const share = await whiteShare(host, reader)
        if (theme === 'dark') expect(share, when).toBeLessThan(0.05)
        else expect(share, when).toBeGreaterThan(0.5)
      }
      const document = page.waitForResponse('**/widget?*')
      await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
      await document
      for (const { part, open } of gates) {
        await expectTheme(`before ${part}`)
        const next = page.waitForResponse(`**/${part}`)
        open()
        await next
      }
      await host.widget.why.ready()
      await expectTheme('ready')
    },
  )
}

test('a light widget on a dark page is light', { tag: '@extended' }, async ({ host, page, context }) => {
  const reader = await context.newPage()
  await page.bringToFront()
  await page.emulateMedia({ colorScheme: 'dark' })
  await host.openReady('40-first-paint', { theme: 'light' })
  expect(await whiteShare(host, reader)).toBeGreaterThan(0.5)
})
