/** Releases with responses of a later service, whose values are null for reasons that the releases do not know. */
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { unknownReasons } from '#contract/responses/unknown.ts'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import type { Site } from '#e2e/kit/site.ts'
import { readReleases } from '#service/server/files/releases.ts'
import { openWith } from './pinned-page.ts'

const kept = readReleases(fileURLToPath(new URL('../../../releases', import.meta.url)))

type Body = { unknown: object[] } & Record<string, unknown>

/** Changes the responses of a lookup. */
const change = (page: Page, site: Site, path: RegExp, edit: (body: Body) => void) =>
  page.route(path, async (route) => {
    // Node does not resolve the host name that the browser uses for the service.
    const url = route.request().url().replace(site.widgetOrigin, site.serviceUrl)
    const response = await route.fetch({ url, headers: await route.request().allHeaders() })
    // The check of the cookie may be refused.
    if (!response.ok()) return route.fulfill({ response })
    const body = (await response.json()) as Body
    edit(body)
    return route.fulfill({ response, json: body })
  })

/** Makes values of Why and How null for this reason. */
async function withholdValues(page: Page, site: Site, reason: object): Promise<void> {
  const unknownField = (field: string) => ({ field, asOf: null, ...reason })
  await change(page, site, /\/why\/[A-Z]+(\?|$)/, (body) => {
    Object.assign(body, { technicalRank: null, oneMonthTrend: null, halted: true })
    body.unknown.push(unknownField('technicalRank'), unknownField('oneMonthTrend'))
  })
  await change(page, site, /\/how\/income\//, (body) => {
    body.unknown.push(unknownField('contract'))
  })
}

async function expectUnknownValues(host: HostPage): Promise<void> {
  await host.start({ symbol: 'AAPL' })
  await host.ready()
  await host.widget.why.shows('AAPL')
  await host.widget.how.shows('AAPL')
  const rank = host.widget.why.root.locator('.unknown')
  await expect(rank.first()).toHaveText('Unknown: The data source does not say.')
  await expect(host.widget.why.root).toHaveAttribute('data-unknown', /\bnot-given\b/)
  await expect(host.widget.how.root).toHaveAttribute('data-unknown', /\bnot-given\b/)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.how.shows('IBM')
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(host.uncaughtErrors).toEqual([])
}

for (const { version, app } of kept) {
  test(
    `release ${version} shows a value that is null for a later cause as unknown`,
    coreIf(app !== undefined),
    async ({ host, page, site }) => {
      await withholdValues(page, site, { reason: 'not-given', cause: 'halted' })
      await openWith(host, `/${version}.js`)
      await expectUnknownValues(host)
      expect(await page.evaluate(() => window.serviceWidgetLoader!.version)).toBe(version)
      await page.unrouteAll({ behavior: 'wait' })
    },
  )

  // A reason that this application does not know makes it refuse the response: docs/decisions/0075.
  if (app)
    test(`the application of release ${version} knows every reason of the service`, () => {
      const code = [...app].map(([path, { bytes }]) => (path.endsWith('.js') ? Buffer.from(bytes) : ''))
      const text = code.join('\n')
      expect(unknownReasons.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([])
    })
}

test('the current release shows a value that is null for a later reason as unknown', async ({
  host,
  page,
  site,
}) => {
  await withholdValues(page, site, { reason: 'halted' })
  await openWith(host, '')
  await expectUnknownValues(host)
  await page.unrouteAll({ behavior: 'wait' })
})
