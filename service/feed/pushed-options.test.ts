/** Option quotes of a market that pushes them: one subscription a contract, conflated like the quotes of symbols. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushMs } from '#contract/feed.ts'
import type { OptionQuote, ServerFrame } from '#contract/feed.ts'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const [symbol = ''] = licensedSymbols

async function setUp() {
  const service = await makeLicensedService()
  const { market } = service
  const chain = (await market.chain(symbol))!
  const readChain = vi.fn(async () => chain)
  market.chain = readChain
  const [first, second] = chain.contracts.map(({ id }) => id) as [string, string]
  const subscribe = async (contracts: readonly string[]) => {
    const client = await service.connect(await service.session(service.partners['real-time']))
    client.send({ type: 'subscribe-options', symbol, contracts: [...contracts] })
    return { client, text: await client.textWith(contracts.at(-1)!) }
  }
  return { market, readChain, first, second, subscribe }
}

const framesIn = (text: string): ServerFrame[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ServerFrame)
/** The quotes of each frame, as contract and bid. */
const bidsIn = (text: string): [string, number][][] =>
  framesIn(text).flatMap((frame) =>
    frame.type === 'options' ? [frame.options.map(({ id, bid }: OptionQuote) => [id, bid])] : [],
  )

test('all clients of a contract share one subscription, which ends with the last of them', async () => {
  const { market, first, second, subscribe } = await setUp()
  const clients = [await subscribe([first]), await subscribe([first, second]), await subscribe([first])]
  expect([market.contractWatchCount(first), market.contractWatchCount(second)]).toEqual([1, 1])
  market.quoteContract(first, 7)
  await vi.advanceTimersByTimeAsync(flushMs)
  for (const { client } of clients) expect(bidsIn(client.takeText())).toEqual([[[first, 7]]])
  clients[1]!.client.feed.onClose()
  expect([market.contractWatchCount(first), market.contractWatchCount(second)]).toEqual([1, 0])
  for (const { client } of clients) client.feed.onClose()
  expect(market.contractWatchCount(first)).toBe(0)
})

test('each flush sends the latest quote of each changed contract, and no unchanged one', async () => {
  const { market, first, second, subscribe } = await setUp()
  const { client } = await subscribe([first, second])
  for (const bid of [5, 6, 7]) market.quoteContract(first, bid)
  market.quoteContract(second, 9)
  await vi.advanceTimersByTimeAsync(flushMs)
  market.quoteContract(first, 7)
  await vi.advanceTimersByTimeAsync(flushMs)
  market.quoteContract(first, 8)
  await vi.advanceTimersByTimeAsync(flushMs)
  expect(bidsIn(client.takeText())).toEqual([
    [
      [first, 7],
      [second, 9],
    ],
    [[first, 8]],
  ])
  client.feed.onClose()
})

test('the chain is read for first quotes only, and is not polled', async () => {
  const { market, readChain, first, second, subscribe } = await setUp()
  const { client, text } = await subscribe([first, second])
  expect(bidsIn(text)[0]!.map(([id]) => id)).toEqual([first, second])
  const reads = readChain.mock.calls.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readChain).toHaveBeenCalledTimes(reads)

  market.quoteContract(first, 12)
  const late = await subscribe([first])
  expect(bidsIn(late.text), 'a late client receives the pushed quote').toEqual([[[first, 12]]])
  for (const each of [client, late.client]) each.feed.onClose()
})

test('a contract that is not listed is refused, and not watched', async () => {
  const { market, first, subscribe } = await setUp()
  const unlisted = first.replace(/\d{8}$/, '00000001')
  const { client, text } = await subscribe([unlisted])
  expect(framesIn(text).at(-1)).toEqual({ type: 'problem', code: 'symbol-unknown', contract: unlisted })
  expect(market.contractWatchCount(unlisted)).toBe(0)
  client.feed.onClose()
})
