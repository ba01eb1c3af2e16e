/** Tests the kit: a service starts, responds through the proxy, executes operator commands and exits. */
import { expect, test } from 'vitest'
import { openSession } from './kit/calls.ts'
import { allKinds, describeSite } from './kit/describe-site.ts'

for (const kind of allKinds)
  describeSite(kind, (site) => {
    test('becomes ready, opens sessions through the proxy, and exits with 0 on SIGTERM', async () => {
      const { url, credentials, partnerId, admin, nodes } = site()
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect(await openSession(url, credentials)).toMatchObject({
        cookie: expect.any(String) as string,
      })
      expect(await admin('partner', 'list')).toContainEqual(expect.objectContaining({ id: partnerId }))
      for (const node of nodes()) expect(await node.stop(), node.errors()).toBe(0)
    })
  })
