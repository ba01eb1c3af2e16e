import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Market } from '#service/markets/market.ts'
import { MarketTimeout, withDeadlines } from './with-deadlines.ts'

const real = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T21:30:00Z') })
const asked = ['profile', 'bars', 'chain', 'quote', 'earnings', 'news', 'volatilityHistory'] as const
const never = () => new Promise<never>(() => {})
const silent: Market = {
  ...real,
  universe: never,
  ...Object.fromEntries(asked.map((name) => [name, never])),
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what the market answers is passed on', async () => {
  const market = withDeadlines(real, 1000)
  expect(await market.universe()).toEqual(await real.universe())
  for (const name of asked) expect(await market[name]('AAPL'), name).toEqual(await real[name]('AAPL'))
  expect(await market.profile('NO-SUCH')).toBeUndefined()
  expect([market.now(), market.today(), market.status(), market.source()]).toEqual([
    real.now(),
    real.today(),
    real.status(),
    real.source(),
  ])
  expect(vi.getTimerCount(), 'nothing is left behind').toBe(0)
})

test.each([...asked, 'universe'] as const)('a call of %s that hangs is over in time', async (name) => {
  const market = withDeadlines(silent, 1000)
  let error: unknown
  const call = name === 'universe' ? market.universe() : market[name]('AAPL')
  void call.catch((reason: unknown) => (error = reason))
  await vi.advanceTimersByTimeAsync(999)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(error).toBeInstanceOf(MarketTimeout)
  expect(String(error)).toContain('did not answer within 1 s')
})

test('what comes too late nobody hears, a failure neither', async () => {
  let fail!: (error: Error) => void
  const late: Market = { ...real, bars: () => new Promise((_, reject) => (fail = reject)) }
  const outcome = withDeadlines(late, 1000).bars('AAPL').catch(String)
  await vi.advanceTimersByTimeAsync(1000)
  fail(new Error('the line was cut'))
  expect(await outcome).toContain('MarketTimeout')
})

test('where nothing comes of several symbols one is asked at a time, until the source speaks', async () => {
  const waiting: (() => void)[] = []
  const chain: Market['chain'] = (symbol) =>
    new Promise((answer) => waiting.push(() => answer(real.chain(symbol))))
  const market = withDeadlines({ ...real, chain }, 1000)
  const ask = (symbol: string) =>
    market.chain(symbol).then(
      (given) => given?.symbol,
      (error: MarketTimeout) => error.message,
    )
  const first = ['AAPL', 'MSFT', 'NVDA'].map(ask)
  await vi.advanceTimersByTimeAsync(1000)
  const late = 'chain: the source did not answer within 1 s'
  expect(await Promise.all(first)).toEqual([late, late, late])

  const probe = ask('SPY')
  expect(await ask('QQQ')).toBe('chain: not asked for, since the source keeps silent')
  expect(await market.bars('QQQ'), 'of other things it speaks').toEqual(await real.bars('QQQ'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await probe).toBe(late)

  // A call that has timed out completes.
  waiting[0]!()
  await vi.advanceTimersByTimeAsync(0)
  const after = ['AAPL', 'QQQ'].map(ask)
  for (const answer of waiting) answer()
  expect(await Promise.all(after)).toEqual(['AAPL', 'QQQ'])
})

test('one symbol of which nothing ever comes holds up no other', async () => {
  const market = withDeadlines(
    { ...real, chain: (symbol) => (symbol === 'AAPL' ? never() : real.chain(symbol)) },
    1000,
  )
  for (let again = 0; again < 5; again++) {
    const asked = market.chain('AAPL').catch(String)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await asked).toContain('did not answer within 1 s')
  }
  void market.chain('AAPL').catch(() => {})
  expect((await market.chain('MSFT'))?.symbol).toBe('MSFT')
})
