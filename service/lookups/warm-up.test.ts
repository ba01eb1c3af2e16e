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

test('prepares the first symbol’s results and the smallest form of the ideas before the first request', async () => {
  createWarmUp(parts()).prepare()
  expect(asked, 'nothing at once: who starts the service does not wait').toEqual([])
  await expect.poll(() => asked.at(-1)).toBe('ideas packed')
  expect(asked).toEqual(['why MSFT', 'income MSFT', 'history MSFT', 'tone', 'ideas packed'])
})

test('requests no symbol if there are no ideas', async () => {
  firstSymbol = null
  createWarmUp(parts()).prepare()
  await expect.poll(() => asked).toEqual(['tone', 'ideas packed'])
})

test('takes no further step after being stopped', async () => {
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
        // One event-loop turn after that of the next step.
        setTimeout(() => setTimeout(end, 0), 0)
        return lookups.why(symbol)
      },
    },
  })
  first.prepare()
  await ended
  expect(asked).toEqual(['why MSFT'])
})

test('logs a failed step once, and continues with the others', async () => {
  const { lookups, ...rest } = parts()
  const down = async () => {
    throw new Error('the source is down')
  }
  createWarmUp({ ...rest, lookups: { ...lookups, income: down } }).prepare()
  await expect.poll(() => asked).toEqual(['why MSFT', 'history MSFT', 'tone', 'ideas packed'])
  expect(logged).toEqual(['warm-up-failed'])
})
