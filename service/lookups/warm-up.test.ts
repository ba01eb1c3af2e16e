import { beforeEach, expect, test } from 'vitest'
import type { FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { silentLog } from '#service/shared/log.ts'
import { createWarmUp } from './warm-up.ts'
import type { WarmUpParts } from './warm-up.ts'

const ideas = { tradeIdeas: [] } as unknown as FullTradeIdeas
/** Calls to the look-ups and the serialiser, in order. */
let calls: string[]
let firstSymbol: string | null
let logged: string[]
beforeEach(() => {
  calls = []
  firstSymbol = 'MSFT'
  logged = []
})

const lookUp = (name: string) => async (symbol?: string) => {
  calls.push(symbol === undefined ? name : `${name} ${symbol}`)
  return undefined as never
}
const parts = (): WarmUpParts => ({
  lookups: {
    firstSymbol: async () => firstSymbol,
    tradeIdeas: async () => ideas,
    why: lookUp('why'),
    income: lookUp('income'),
    history: lookUp('history'),
    tone: lookUp('tone'),
  },
  pack: async (result) => void calls.push(result === ideas ? 'ideas packed' : 'something else packed'),
  log: (_, event) => void logged.push(event),
})

test('computes the results of the first symbol and the compressed ideas before the first request', async () => {
  createWarmUp(parts()).prepare()
  expect(calls, '`prepare` returns before the first step').toEqual([])
  await expect.poll(() => calls.at(-1)).toBe('ideas packed')
  expect(calls).toEqual(['why MSFT', 'income MSFT', 'history MSFT', 'tone', 'ideas packed'])
})

test('looks up no symbol if there are no ideas', async () => {
  firstSymbol = null
  createWarmUp(parts()).prepare()
  await expect.poll(() => calls).toEqual(['tone', 'ideas packed'])
})

test('runs no further step after being stopped', async () => {
  const { lookups, pack } = parts()
  let finish!: () => void
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const warmUp = createWarmUp({
    pack,
    log: silentLog,
    lookups: {
      ...lookups,
      async why(symbol) {
        warmUp.stop()
        // One event-loop turn after that of the next step.
        setTimeout(() => setTimeout(finish, 0), 0)
        return lookups.why(symbol)
      },
    },
  })
  warmUp.prepare()
  await finished
  expect(calls).toEqual(['why MSFT'])
})

test('logs a failed step once, and continues with the others', async () => {
  const { lookups, ...others } = parts()
  const failingLookup = async () => {
    throw new Error('the source is down')
  }
  createWarmUp({ ...others, lookups: { ...lookups, income: failingLookup } }).prepare()
  await expect.poll(() => calls).toEqual(['why MSFT', 'history MSFT', 'tone', 'ideas packed'])
  expect(logged).toEqual(['warm-up-failed'])
})
