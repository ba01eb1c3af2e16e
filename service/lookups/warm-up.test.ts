import { beforeEach, expect, test } from 'vitest'
import type { WholeTradeIdeas } from '#contract/responses/full-ideas.ts'
import { silentLog } from '#service/shared/log.ts'
import { createWarmUp } from './warm-up.ts'
import type { WarmUpParts } from './warm-up.ts'

const ideas = { tradeIdeas: [] } as unknown as WholeTradeIdeas
/** Calls to the look-ups and the serialiser, in order. */
let asked: string[]
let firstSymbol: string | null
let logged: string[]
beforeEach(() => {
  asked = []
  firstSymbol = 'MSFT'
  logged = []
})

const lookUp = (name: string) => async (symbol?: string) => {
  asked.push(symbol === undefined ? name : `${name} ${symbol}`)
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
  pack: async (answer) => void asked.push(answer === ideas ? 'ideas packed' : 'something else packed'),
  log: (_, event) => void logged.push(event),
})

test('before the first visitor the first symbol’s answers are made, and the ideas as small as can be', async () => {
  createWarmUp(parts()).prepare()
  expect(asked, 'nothing at once: who starts the service does not wait').toEqual([])
  await expect.poll(() => asked.at(-1)).toBe('ideas packed')
  expect(asked).toEqual(['why MSFT', 'income MSFT', 'history MSFT', 'tone', 'ideas packed'])
})

test('where there are no ideas there is no symbol to ask about', async () => {
  firstSymbol = null
  createWarmUp(parts()).prepare()
  await expect.poll(() => asked).toEqual(['tone', 'ideas packed'])
})

test('stopped it takes no further step', async () => {
  const { lookups, pack } = parts()
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  const first = createWarmUp({
    pack,
    log: silentLog,
    lookups: {
      ...lookups,
      async why(symbol) {
        first.stop()
        // A turn after the one that the next step would have had.
        setTimeout(() => setTimeout(end, 0), 0)
        return lookups.why(symbol)
      },
    },
  })
  first.prepare()
  await ended
  expect(asked).toEqual(['why MSFT'])
})

test('what cannot be made is one line in the log, and keeps nothing else from being made', async () => {
  const { lookups, ...rest } = parts()
  const down = async () => {
    throw new Error('the source is down')
  }
  createWarmUp({ ...rest, lookups: { ...lookups, income: down } }).prepare()
  await expect.poll(() => asked).toEqual(['why MSFT', 'history MSFT', 'tone', 'ideas packed'])
  expect(logged).toEqual(['warm-up-failed'])
})
