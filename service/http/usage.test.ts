/** Users of licensed market data are counted for the reports to exchanges. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'
import type { LicensedService } from '#service/testing/licensed-service.ts'
import { dataPath, makeTestService } from '#service/testing/test-service.ts'

// The synthetic market has this clock.
const month = '2026-08'
const [symbol = ''] = licensedSymbols

let service: LicensedService
beforeEach(async () => {
  service = await makeLicensedService()
})
afterEach(() => vi.restoreAllMocks())

const countsOf = async (partnerId: string) =>
  (await service.store.usage.counts(month)).filter((count) => count.partnerId === partnerId)

test('a user counts once, for the highest class that was shown in the month', async () => {
  const partner = service.partners.delayed
  service.market.setClasses({ quotes: 'real-time', chains: 'delayed', bars: 'end-of-day' })
  const [anna, ben] = [await service.session(partner, 'anna'), await service.session(partner, 'ben')]
  for (const bearer of [anna, ben]) await service.getInSession(bearer, `why/${symbol}/history`)
  expect(await countsOf(partner.id)).toEqual([{ partnerId: partner.id, dataClass: 'end-of-day', users: 2 }])

  await service.getInSession(anna, `how/chain/${symbol}`)
  const annasOtherDevice = await service.session(partner, 'anna')
  await service.getInSession(annasOtherDevice, `how/chain/${symbol}`)
  expect(await countsOf(partner.id)).toEqual([
    { partnerId: partner.id, dataClass: 'delayed', users: 1 },
    { partnerId: partner.id, dataClass: 'end-of-day', users: 1 },
  ])
})

test('an API key is one user, and the same userId at two partners is two users', async () => {
  const [first, second] = [service.partners['real-time'], service.partners.derived]
  for (const path of [`why/${symbol}`, 'tone']) await service.get(first, path)
  await service.getInSession(await service.session(first, 'anna'), `why/${symbol}`)
  await service.getInSession(await service.session(second, 'anna'), `why/${symbol}`)
  expect(await countsOf(first.id)).toEqual([{ partnerId: first.id, dataClass: 'real-time', users: 2 }])
  // The prices were null.
  expect(await countsOf(second.id)).toEqual([{ partnerId: second.id, dataClass: 'derived', users: 1 }])
})

test('pushed quotes count, but not those that are refused', async () => {
  const counted = async (entitlement: 'real-time' | 'delayed') => {
    const partner = service.partners[entitlement]
    const client = await service.connect(await service.session(partner))
    client.send({ type: 'subscribe', symbols: [symbol] })
    await client.textWith(symbol)
    await vi.waitFor(() => expect(client.takeText()).toBe(''))
    client.feed.onClose()
    return countsOf(partner.id)
  }
  expect(await counted('real-time')).toMatchObject([{ dataClass: 'real-time', users: 1 }])
  expect(await counted('delayed')).toEqual([])
})

test('nothing is written for refused requests, names and data without a licence', async () => {
  await service.get(service.partners.none, `why/${symbol}`)
  await service.get(service.partners.derived, `symbols?query=${symbol}`)
  service.market.setClasses({ quotes: 'free', chains: 'free', bars: 'free' })
  await service.get(service.partners['real-time'], `how/chain/${symbol}`)
  expect(await service.store.usage.counts(month)).toEqual([])
})

test('a session writes once a day, without user ids, and a failed write fails no request', async () => {
  const record = vi.spyOn(service.store.usage, 'record').mockRejectedValueOnce(new Error('disk full'))
  const bearer = await service.session(service.partners['real-time'], 'anna-1842')
  const statuses: number[] = []
  for (let request = 0; request < 4; request++)
    statuses.push((await service.getInSession(bearer, `why/${symbol}`)).status)
  expect(statuses).toEqual([200, 200, 200, 200])
  // The second one repeats the write that failed.
  expect(record).toHaveBeenCalledTimes(2)
  expect(record.mock.calls[1]).toEqual([
    {
      month,
      partnerId: service.partners['real-time'].id,
      user: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      dataClass: 'real-time',
    },
  ])
})

test('a market without licences counts nobody', async () => {
  const unlicensed = await makeTestService()
  const record = vi.spyOn(unlicensed.store.usage, 'record')
  await unlicensed.get(`${dataPath}/why/AAPL`, { 'Op-Subscription-Key': unlicensed.demo.subscriptionKey })
  expect(record).not.toHaveBeenCalled()
})
