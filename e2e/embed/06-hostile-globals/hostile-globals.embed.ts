import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('works with define, module, exports and overridden prototypes on the page', async ({ host, page }) => {
  await host.open('06-hostile-globals', { fill: { CLOBBER: '' } })
  await host.ready()
  await host.send('SET_SYMBOL', { symbol: 'NVDA' })
  await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toContain('NVDA')
  const definitionCounts = await page.evaluate(() => {
    const page = window as unknown as { defined: unknown[]; module: { exports: object } }
    return [page.defined.length, Object.keys(page.module.exports).length]
  })
  expect(definitionCounts).toEqual([0, 0])
  expect(host.uncaughtErrors).toEqual([])
})

for (const [target, CLOBBER] of [
  ['document.currentScript', '<img name="currentScript" src="https://evil.test/x" alt="">'],
  ['the script’s address', '<img src="https://evil.test/widgetLoader" alt="">'],
] as const) {
  test(
    `page markup cannot replace ${target}`,
    coreIf(target === 'document.currentScript'),
    async ({ host, site }) => {
      await host.open('06-hostile-globals', { fill: { CLOBBER } })
      await host.ready()
      await expect(host.frames).toHaveAttribute('src', new RegExp(`^${site.widgetOrigin}/widget`))
    },
  )
}
