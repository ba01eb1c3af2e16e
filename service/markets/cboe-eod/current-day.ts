/** The day that the market serves, replaced when a newer file is complete. Node only. */
import type { Quote } from '#contract/feed.ts'
import type { Log } from '#service/shared/log.ts'
import type { Stop } from '#service/shared/stop.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { DayData } from './day-data.ts'
import type { DayFinder } from './day-finder.ts'
import { removeOldScratchFiles } from './unpack.ts'

export type CurrentDay = {
  readonly data: () => DayData
  /** Uses a newer day if there is one. Returns whether a newer file may still be growing. Never rejects. */
  readonly check: () => Promise<boolean>
  /** Whether the last check failed. The day in use stays. */
  readonly isFailing: () => boolean
  readonly onNewDay: (listener: () => void) => Stop
  /** Delivers the quotes of each new day. */
  readonly watch: (symbols: readonly string[], onQuote: (quote: Quote) => void) => Stop
  readonly close: () => Promise<void>
}

type Watch = { readonly symbols: ReadonlySet<string>; readonly onQuote: (quote: Quote) => void }

export function createCurrentDay(
  folder: string,
  { first, finder, log }: { readonly first: DayData; readonly finder: DayFinder; readonly log: Log },
): CurrentDay {
  let current = first
  let problem: string | undefined
  let isClosed = false
  const listeners = new Set<() => void>()
  const watches = new Set<Watch>()

  const adopt = async (data: DayData) => {
    const previous = current
    current = data
    const closing = previous.close()
    log('info', 'market-day-opened', { day: data.day, file: data.file.name, symbols: data.symbols.length })
    if (data.day !== previous.day) for (const listener of listeners) listener()
    for (const watch of watches) await deliver(watch, data)
    await closing
    await removeOldScratchFiles(folder, data.scratchPath)
  }
  return {
    data: () => current,
    async check() {
      try {
        const { data, isSettling } = await finder.find(current)
        problem = undefined
        if (data && isClosed) await data.close()
        else if (data) await adopt(data)
        return isSettling
      } catch (error) {
        const reason = errorMessage(error)
        if (reason !== problem && !isClosed) log('warn', 'market-folder-unreadable', { folder, reason })
        problem = reason
        return false
      }
    },
    isFailing: () => problem !== undefined,
    onNewDay: (listener) => add(listeners, () => listener()),
    watch: (symbols, onQuote) => add(watches, { symbols: new Set(symbols), onQuote }),
    async close() {
      isClosed = true
      listeners.clear()
      watches.clear()
      await current.close()
    },
  }
}

/** Adds an item to a set; the result removes it. */
function add<Item>(items: Set<Item>, item: Item): Stop {
  items.add(item)
  return () => void items.delete(item)
}

/** A symbol whose lines cannot be read keeps its last quote. */
async function deliver({ symbols, onQuote }: Watch, data: DayData): Promise<void> {
  for (const symbol of symbols) {
    const result = await data.read(symbol).catch(() => undefined)
    if (result?.quote) onQuote(result.quote)
  }
}
