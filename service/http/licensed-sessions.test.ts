/**
 * Cookie sessions of a licensed market. A cookie that was verified recently is found without a
 * promise (`sessionFromCache`) if the request names its widget instance, and reads the same
 * environment as one that the store looks up.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { instanceHeader } from '#contract/api/first-paths.ts'
import { dataEntitlements } from '#contract/responses/data-class.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { licensedEnvironment } from '#service/shared/environment-names.ts'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'
import type { LicensedService } from '#service/testing/licensed-service.ts'

let service: LicensedService
beforeAll(async () => {
  service = await makeLicensedService()
})

type Headers = Record<string, string>
const cached = (headers: Headers) => service.service.access.sessionFromCache(service.credentials(headers))
/** The status of a look-up, and its last price if there is one. */
async function look(headers: Headers) {
  const response = await service.getWith(headers, `why/${licensedSymbols[0]}`)
  const body = (await response.json()) as { expandedQuote?: { last: number | null } }
  return { status: response.status, last: body.expandedQuote?.last }
}
const price = expect.any(Number) as number
const seen: Readonly<Record<DataEntitlement, { status: number; last?: number | null | undefined }>> = {
  'real-time': { status: 200, last: price },
  delayed: { status: 200, last: null },
  'end-of-day': { status: 200, last: null },
  derived: { status: 200, last: null },
  none: { status: 403 },
}

test.each(dataEntitlements)(
  'a partner with %s sees the same at every request of a session',
  async (entitlement) => {
    const headers = await service.cookieSession(service.partners[entitlement])
    expect(cached(headers), 'before the first request').toBeUndefined()
    expect(await look(headers)).toEqual(seen[entitlement])
    expect(cached(headers)?.environment).toBe(licensedEnvironment(entitlement))
    expect(await look(headers)).toEqual(seen[entitlement])
  },
)

describe('a session in the cache', () => {
  test('follows a change of the setting with the next request', async () => {
    const partner = await service.addPartner('real-time')
    const headers = await service.cookieSession(partner)
    for (const entitlement of ['real-time', 'delayed', 'none', 'real-time'] as const) {
      await service.service.access.operator.setData(partner.id, entitlement)
      for (const request of ['first', 'second'])
        expect([request, await look(headers)]).toEqual([request, seen[entitlement]])
      expect(cached(headers)?.environment).toBe(licensedEnvironment(entitlement))
    }
  })

  test('is not found for another widget instance', async () => {
    const headers = await service.cookieSession(service.partners.delayed)
    await look(headers)
    expect(cached(headers)).toBeDefined()
    const { [instanceHeader]: _, ...withoutInstance } = headers
    expect(cached(withoutInstance)).toBeUndefined()
    const otherInstance = { ...headers, [instanceHeader]: 'instance-2' }
    expect(cached(otherInstance)).toBeUndefined()
    const renamed = { ...otherInstance, Cookie: headers['Cookie']!.replace('instance-1', 'instance-2') }
    expect(cached(renamed)).toBeUndefined()
  })
})
