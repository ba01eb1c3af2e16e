import pkg from '../../../package.json' with { type: 'json' }
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

const major = Number(pkg.version.split('.')[0])

for (const [title, MAJOR, warnings] of [
  ['the same version', String(major), 0],
  ['another major', String(major + 1), 1],
] as const) {
  test(
    `a page that includes the script twice (${title}) keeps the first one, with ${warnings} warnings`,
    coreIf(title === 'the same version'),
    async ({ host, page }) => {
      await host.open('04-script-twice', { fill: { MAJOR, VERSION: pkg.version } })
      expect(
        await page.evaluate(() => 'first' in window && window.first === window.serviceWidgetLoader),
      ).toBe(true)
      await host.start()
      await host.ready()
      await expect(host.frames).toHaveCount(1)
      expect(host.console.filter((line) => line.startsWith('serviceWidgetLoader '))).toHaveLength(warnings)
    },
  )
}
