/** The kit itself: a service starts, answers through the proxy, is driven by the operator's commands, and ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from './kit/calls.ts'
import { siteMissing, startServiceSite } from './kit/site.ts'
import type { ServiceSite, SiteKind } from './kit/site.ts'

for (const kind of ['embedded', 'cluster'] as const satisfies SiteKind[]) {
  const missing = siteMissing(kind)
  describe.skipIf(missing)(`a site that is ${kind}${missing ? ` (${missing})` : ''}`, () => {
    let site: ServiceSite
    beforeAll(async () => {
      site = await startServiceSite(kind)
    })
    afterAll(() => site?.close())

    test('is ready, gives sessions through the proxy, and ends with 0 on SIGTERM', async () => {
      expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
      expect(await openSession(site.url, site.credentials)).toMatchObject({
        cookie: expect.any(String) as string,
      })
      expect(await site.admin('partner', 'list')).toContainEqual(
        expect.objectContaining({ name: kind === 'embedded' ? 'Demo partner' : 'Suite' }),
      )
      for (const node of site.nodes()) expect(await node.stop(), node.errors()).toBe(0)
    })
  })
}
