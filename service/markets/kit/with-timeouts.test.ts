import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Market } from '#service/markets/market.ts'
import { MarketTimeout, withTimeouts } from './with-timeouts.ts'

const respondingMarket = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T21:30:00Z') })
const methods = ['profile', 'bars', 'chain', 'quote', 'earnings', 'news', 'volatilityHistory'] as const
const neverSettles = () => new Promise<never>(() => {})
const silentMarket: Market = {
  ...respondingMarket,
  universe: neverSettles,
  ...Object.fromEntries(methods.map((name) => [name, neverSettles])),
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('returns the results of the market', async () => {
  const market = withTimeouts(respondingMarket, 1000)
  expect(await market.universe()).toEqual(await respondingMarket.universe())
  for (const name of methods)
    expect(await market[name]('AAPL'), name).toEqual(await respondingMarket[name]('AAPL'))
  expect(await market.profile('NO-SUCH')).toBeUndefined()
  const chain = vi.fn<Market['chain']>((symbol) => respondingMarket.chain(symbol))
  await withTimeouts({ ...respondingMarket, chain }, 1000).chain('AAPL', 'scan')
  expect(chain).toHaveBeenCalledWith('AAPL', 'scan')
  expect([market.now(), market.today(), market.status(), market.source()]).toEqual([
    respondingMarket.now(),
    respondingMarket.today(),
    respondingMarket.status(),
    respondingMarket.source(),
  ])
  expect(vi.getTimerCount(), 'no timer is left').toBe(0)
})

test.each([...methods, 'universe'] as const)(
  'rejects a call of `%s` after the timeout if the source does not respond',
  async (name) => {
    const market = withTimeouts(silentMarket, 1000)
    let error: unknown
    const call = name === 'universe' ? market.universe() : market[name]('AAPL')
    void call.catch((reason: unknown) => (error = reason))
    await vi.advanceTimersByTimeAsync(999)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(error).toBeInstanceOf(MarketTimeout)
    expect(String(error)).toContain('did not respond within 1 s')
  },
)

test('ignores a failure after the timeout', async () => {
  let fail!: (error: Error) => void
  const slowMarket: Market = { ...respondingMarket, bars: () => new Promise((_, reject) => (fail = reject)) }
  const outcome = withTimeouts(slowMarket, 1000).bars('AAPL').catch(String)
  await vi.advanceTimersByTimeAsync(1000)
  fail(new Error('connection lost'))
  expect(await outcome).toContain('MarketTimeout')
})

test('sends one probe at a time after timeouts of three symbols, until the source responds', async () => {
  const pending: (() => void)[] = []
  const chain: Market['chain'] = (symbol) =>
    new Promise((resolve) => pending.push(() => resolve(respondingMarket.chain(symbol))))
  const market = withTimeouts({ ...respondingMarket, chain }, 1000)
  const requestChain = (symbol: string) =>
    market.chain(symbol).then(
      (result) => result?.symbol,
      (error: MarketTimeout) => error.message,
    )
  const first = ['AAPL', 'MSFT', 'NVDA'].map(requestChain)
  await vi.advanceTimersByTimeAsync(1000)
  const timeoutMessage = 'chain: the source did not respond within 1 s'
  expect(await Promise.all(first)).toEqual([timeoutMessage, timeoutMessage, timeoutMessage])

  const probe = requestChain('SPY')
  expect(await requestChain('QQQ')).toBe('chain: not requested, because the source is silent')
  expect(await market.bars('QQQ'), 'other kinds of data still load').toEqual(
    await respondingMarket.bars('QQQ'),
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(await probe).toBe(timeoutMessage)

  // The source responds to a call that has timed out: it no longer counts as silent.
  pending[0]!()
  await vi.advanceTimersByTimeAsync(0)
  const results = ['AAPL', 'QQQ'].map(requestChain)
  for (const respond of pending) respond()
  expect(await Promise.all(results)).toEqual(['AAPL', 'QQQ'])
})

test('does not reject calls of other symbols after repeated timeouts of one symbol', async () => {
  const market = withTimeouts(
    {
      ...respondingMarket,
      chain: (symbol) => (symbol === 'AAPL' ? neverSettles() : respondingMarket.chain(symbol)),
    },
    1000,
  )
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = market.chain('AAPL').catch(String)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toContain('did not respond within 1 s')
  }
  void market.chain('AAPL').catch(() => {})
  expect((await market.chain('MSFT'))?.symbol).toBe('MSFT')
})

test('passes new days on, if the market has them', () => {
  const newDays: (() => void)[] = []
  const market = withTimeouts(
    { ...respondingMarket, onNewDay: (listener) => (newDays.push(listener), () => newDays.pop()) },
    1000,
  )
  let count = 0
  const stop = market.onNewDay!(() => count++)
  newDays[0]!()
  expect(count).toBe(1)
  stop()
  expect(newDays).toEqual([])
  expect(withTimeouts(respondingMarket, 1000)).not.toHaveProperty('onNewDay')
})
