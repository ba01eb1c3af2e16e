/**
 * Warm-up of the first requests of every widget: the ideas of a new batch, and Why and How of their first
 * symbol. Ideas are cached until the next batch. The others are cached for seconds only, but the source has been
 * read and the code has run once, which otherwise costs the first request some 50 ms.
 */
import type { Log } from '#service/shared/log.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import type { Lookups } from './lookups.ts'

type FirstLookups = Pick<Lookups, 'tradeIdeas' | 'firstSymbol' | 'why' | 'income' | 'history' | 'tone'>

export type WarmUpParts = {
  readonly lookups: FirstLookups
  /** Creates every representation of a result. */
  readonly pack: (result: object) => Promise<void>
  readonly log: Log
}

export type WarmUp = {
  /** Starts in the background, in steps, so that requests are served in between. Never throws. */
  readonly prepare: () => void
  /** Takes no further step. */
  readonly stop: () => void
}

export function createWarmUp({ lookups, pack, log }: WarmUpParts): WarmUp {
  let stopped = false
  const stepsForSymbol = (symbol: string) => [
    () => lookups.why(symbol),
    () => lookups.income(symbol, {}),
    () => lookups.history(symbol, { range: '6M' }),
  ]
  // The first request then waits and reports the error.
  const logFailure = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (!stopped) log('warn', 'warm-up-failed', { reason })
  }
  const prepare = async () => {
    const symbol = await lookups.firstSymbol()
    const steps: (() => unknown)[] = [
      ...(symbol === null ? [] : stepsForSymbol(symbol)),
      () => lookups.tone(),
      // Last, because the ideas can already be sent uncompressed or quickly compressed.
      async () => pack(await lookups.tradeIdeas()),
    ]
    for (const step of steps) {
      await nextEventLoopTurn()
      if (stopped) return
      try {
        await step()
      } catch (error) {
        logFailure(error)
      }
    }
  }
  return {
    prepare: () => void prepare().catch(logFailure),
    stop: () => void (stopped = true),
  }
}
