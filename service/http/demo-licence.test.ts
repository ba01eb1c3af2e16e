/** Licensed data of the demo accounts, which depends on who can reach the service. */
import { describe, expect, test } from 'vitest'
import { demoPartnerId, demoTestPartnerId, playgroundPartnerId } from '#service/access/demo-account.ts'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'

const path = `how/chain/${licensedSymbols[0]!}`

/** As with `PLAYGROUND_MARKET=configured`. */
const playgroundMarket = 'configured'

describe.each([demoPartnerId, playgroundPartnerId])('%s', (id) => {
  test('shows all data of a service that only this machine reaches', async () => {
    const service = await makeLicensedService({ demoEntitlement: 'real-time', playgroundMarket })
    const demo = await service.addPartner('none', id)
    const { status, body } = await read(await service.get(demo, path))
    expect(status).toBe(200)
    expect(body).not.toContain('not-licensed')
    const widget = await read(await service.getInSession(await service.session(demo), path))
    expect(widget).toEqual({ status: 200, body })
  })

  test('shows none of a service that others reach', async () => {
    const service = await makeLicensedService({ playgroundMarket })
    const demo = await service.addPartner('none', id)
    const { status, body } = await read(await service.get(demo, path))
    expect(status).toBe(403)
    expect(body).toContain('not-licensed')
  })

  test('shows what the operator has set, wherever the service is reached from', async () => {
    for (const demoEntitlement of ['real-time', 'none'] as const) {
      const service = await makeLicensedService({ demoEntitlement, playgroundMarket })
      const demo = await service.addPartner('none', id)
      await service.service.access.operator.setData(id, 'delayed')
      expect((await read(await service.get(demo, path))).body).toContain('not-licensed')
      await service.service.access.operator.setData(id, 'none')
      expect((await service.get(demo, path)).status).toBe(403)
      await service.service.access.operator.setData(id, 'real-time')
      expect((await read(await service.get(demo, path))).body).not.toContain('not-licensed')
    }
  })
})

test('no other account shows more on a service that only this machine reaches', async () => {
  const service = await makeLicensedService({ demoEntitlement: 'real-time' })
  expect((await service.get(service.partners.none, path)).status).toBe(403)
  const demoTest = await service.addPartner('none', demoTestPartnerId)
  expect((await service.get(demoTest, path)).status).toBe(403)
})

const read = async (response: Response) => ({ status: response.status, body: await response.text() })
