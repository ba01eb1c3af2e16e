/**
 * What every widget asks for first, made before the first one asks: the ideas of a new batch, and Why and How of the symbol
 * they begin with. The ideas are kept until the next batch. The others are kept for seconds only; what counts there is
 * that the source has been read and the code has run once, which takes the first who asks some 50 ms otherwise.
 */
import type { Log } from '#service/shared/log.ts'
import { turn } from '#service/shared/event-loop.ts'
import type { Lookups } from './lookups.ts'

type FirstLookups = Pick<Lookups, 'tradeIdeas' | 'firstSymbol' | 'why' | 'income' | 'history' | 'tone'>

export type FirstAnswersParts = {
  readonly lookups: FirstLookups
  /** Puts an answer into every form it is sent in. */
  readonly pack: (answer: object) => Promise<void>
  readonly log: Log
}

export type FirstAnswers = {
  /** Begins, in the background and step by step, so that whoever asks meanwhile is answered in between. Never throws. */
  readonly prepare: () => void
  /** No further step is taken. */
  readonly stop: () => void
}

export function createFirstAnswers({ lookups, pack, log }: FirstAnswersParts): FirstAnswers {
  let stopped = false
  const aboutSymbol = (symbol: string) => [
    () => lookups.why(symbol),
    () => lookups.income(symbol, {}),
    () => lookups.history(symbol, { range: '6M' }),
  ]
  // Who asks first has to wait after all, and hears of what is wrong.
  const failed = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (!stopped) log('warn', 'first-answers-failed', { reason })
  }
  const prepare = async () => {
    const symbol = await lookups.firstSymbol()
    const steps: (() => unknown)[] = [
      ...(symbol === null ? [] : aboutSymbol(symbol)),
      () => lookups.tone(),
      // Last, because the ideas are quick to send as they are; from here on they are smaller.
      async () => pack(await lookups.tradeIdeas()),
    ]
    for (const step of steps) {
      await turn()
      if (stopped) return
      try {
        await step()
      } catch (error) {
        failed(error)
      }
    }
  }
  return {
    prepare: () => void prepare().catch(failed),
    stop: () => void (stopped = true),
  }
}
