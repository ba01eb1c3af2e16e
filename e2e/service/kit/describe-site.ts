/** Runs tests with a complete site, of one kind or of both. */
import { afterAll, beforeAll, describe } from 'vitest'
import { siteSkipReason, startServiceSite } from './site.ts'
import type { ServiceSite, SiteKind } from './site.ts'

export const allKinds = ['embedded', 'cluster'] as const satisfies readonly SiteKind[]

/**
 * Runs tests with a site: started before the first of them, closed after the last. If it is unavailable they
 * are skipped, with the reason in their title.
 */
export function describeSite(kind: SiteKind, tests: (site: () => ServiceSite) => void): void {
  const skipReason = siteSkipReason(kind)
  const title =
    kind === 'embedded' ? 'one node with an embedded store' : 'two nodes over PostgreSQL and Redis'
  describe.skipIf(skipReason)(skipReason ? `${title} (${skipReason})` : title, () => {
    let site: ServiceSite | undefined
    beforeAll(async () => {
      site = await startServiceSite(kind)
    })
    afterAll(() => site?.close())
    tests(() => site!)
  })
}
