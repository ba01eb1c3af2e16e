/** The feed of a licensed market: no session receives quotes of a class that its partner may not show. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, flushMs } from '#contract/feed.ts'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'
import type { LicensedService } from '#service/testing/licensed-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const [symbol = ''] = licensedSymbols
const lastPrice = 7391.35

async function subscribed(service: LicensedService, bearer: string) {
  const client = await service.connect(bearer)
  const contract = (await service.market.chain(symbol))!.contracts[0]!.id
  client.send({ type: 'subscribe', symbols: [symbol] })
  client.send({ type: 'subscribe-options', symbol, contracts: [contract] })
  const text = await client.textWith(contract)
  return { client, contract, text }
}

describe('a session of a partner', () => {
  test('with the class of the market receives quotes of symbols and options', async () => {
    const service = await makeLicensedService()
    const { client, text } = await subscribed(service, await service.session(service.partners['real-time']))
    expect(text).toContain(`"last":${lastPrice}`)
    expect(text).toContain('"type":"options"')
    service.market.trade(symbol, 7400.17)
    await vi.advanceTimersByTimeAsync(flushMs)
    expect(client.takeText()).toContain('"last":7400.17')
    client.feed.onClose()
  })

  test('with a lower class receives one problem for each subscription, and no quote', async () => {
    const service = await makeLicensedService()
    const bearer = await service.session(service.partners.delayed)
    const { client, contract, text } = await subscribed(service, bearer)
    const problems = text.split('\n').filter((frame) => frame.includes('"problem"'))
    expect(problems.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { type: 'problem', code: 'not-licensed', symbol },
      { type: 'problem', code: 'not-licensed', contract },
    ])
    service.market.trade(symbol, 7400.17)
    await vi.advanceTimersByTimeAsync(4 * flushMs)
    expect(text + client.takeText()).not.toMatch(/"type":"(quotes|options)"/)
    client.feed.onClose()
  })

  test('receives only those quotes that its class includes', async () => {
    const service = await makeLicensedService()
    service.market.setClasses({ quotes: 'delayed', chains: 'real-time', bars: 'end-of-day' })
    const { client, text } = await subscribed(service, await service.session(service.partners.delayed))
    expect(text).toContain(`"last":${lastPrice}`)
    expect(text).toContain('"code":"not-licensed","contract"')
    expect(text).not.toContain('"type":"options"')
    client.feed.onClose()
  })

  test('receives no more quotes once the market pushes them without delay', async () => {
    const service = await makeLicensedService()
    service.market.setClasses({ quotes: 'delayed', chains: 'delayed', bars: 'end-of-day' })
    const { client } = await subscribed(service, await service.session(service.partners.delayed))
    service.market.setClasses({ quotes: 'real-time', chains: 'delayed', bars: 'end-of-day' })
    service.market.trade(symbol, 7400.17)
    await vi.advanceTimersByTimeAsync(4 * flushMs)
    expect(client.takeText()).not.toContain('7400.17')
    client.feed.onClose()
  })
})

test('a changed setting closes the feeds of the partner, which then read what it may show', async () => {
  const service = await makeLicensedService()
  const { delayed } = service.partners
  const bearer = await service.session(delayed)
  const [first, other] = [
    await service.connect(bearer),
    await service.connect(await service.session(service.partners['end-of-day'])),
  ]
  await service.service.access.operator.setData(delayed.id, 'real-time')
  expect(first.closeCode()).toBe(closeCodes.goingAway)
  expect(other.closeCode(), 'another partner').toBeUndefined()

  const { client, text } = await subscribed(service, bearer)
  expect(text).toContain(`"last":${lastPrice}`)
  await service.service.access.operator.setData(delayed.id, 'none')
  expect(client.closeCode()).toBe(closeCodes.goingAway)
  other.feed.onClose()
})
