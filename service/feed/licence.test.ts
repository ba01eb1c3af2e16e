/** The feed of a licensed market: no session receives quotes of a class that its partner may not show. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, flushMs } from '#contract/feed.ts'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'
import type { LicensedService } from '#service/testing/licensed-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

/** Monotonic milliseconds of the services. */
let elapsedMs = 0
const elapsed = () => elapsedMs
/** Longer than the lifetime of a cached chain: 24 flushes. */
const pastChainLifetime = async () => {
  for (let flush = 0; flush < 24; flush++) {
    elapsedMs += flushMs
    await vi.advanceTimersByTimeAsync(flushMs)
  }
}

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

const both = [
  { pushesContracts: true, market: 'pushes option quotes' },
  { pushesContracts: false, market: 'has chains only' },
]

describe.each(both)('a session of a partner, if the market $market', ({ pushesContracts }) => {
  /** A new price of the symbol, and of a contract: pushed, or in the chain. */
  const change = async (service: LicensedService, contract: string) => {
    service.market.trade(symbol, 7400.17)
    const chain = (await service.market.chain(symbol))!
    const contracts = chain.contracts.map((listed) =>
      listed.id === contract ? { ...listed, bid: 8123.45, ask: 8124.45 } : listed,
    )
    service.market.chain = async () => ({ ...chain, contracts })
    service.market.quoteContract(contract, 8123.45)
  }

  test('with the class of the market receives quotes of symbols and options', async () => {
    const service = await makeLicensedService({ pushesContracts, elapsed })
    const bearer = await service.session(service.partners['real-time'])
    const { client, contract, text } = await subscribed(service, bearer)
    expect(text).toContain(`"last":${lastPrice}`)
    expect(text).toContain('"type":"options"')
    await change(service, contract)
    await pastChainLifetime()
    const changes = client.takeText()
    expect(changes).toContain('"last":7400.17')
    expect(changes).toContain('"bid":8123.45')
    client.feed.onClose()
  })

  test('with a lower class receives one problem for each subscription, and no quote', async () => {
    const service = await makeLicensedService({ pushesContracts, elapsed })
    const bearer = await service.session(service.partners.delayed)
    const { client, contract, text } = await subscribed(service, bearer)
    const problems = text.split('\n').filter((frame) => frame.includes('"problem"'))
    expect(problems.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { type: 'problem', code: 'not-licensed', symbol },
      { type: 'problem', code: 'not-licensed', contract },
    ])
    expect(service.market.contractWatchCount(contract), 'no watch for a refused subscription').toBe(0)
    await change(service, contract)
    await pastChainLifetime()
    expect(text + client.takeText()).not.toMatch(/"type":"(quotes|options)"/)
    client.feed.onClose()
  })

  test('receives only those quotes that its class includes', async () => {
    const service = await makeLicensedService({ pushesContracts, elapsed })
    service.market.setClasses({ quotes: 'delayed', chains: 'real-time', bars: 'end-of-day' })
    const { client, text } = await subscribed(service, await service.session(service.partners.delayed))
    expect(text).toContain(`"last":${lastPrice}`)
    expect(text).toContain('"code":"not-licensed","contract"')
    expect(text).not.toContain('"type":"options"')
    client.feed.onClose()
  })

  test('receives no more quotes once they are no longer delayed', async () => {
    const service = await makeLicensedService({ pushesContracts, elapsed })
    service.market.setClasses({ quotes: 'delayed', chains: 'delayed', bars: 'end-of-day' })
    const bearer = await service.session(service.partners.delayed)
    const { client, contract, text } = await subscribed(service, bearer)
    expect(text).toContain('"type":"options"')
    service.market.setClasses({ quotes: 'real-time', chains: 'real-time', bars: 'end-of-day' })
    await change(service, contract)
    await pastChainLifetime()
    expect(client.takeText()).not.toMatch(/7400.17|8123.45/)
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
