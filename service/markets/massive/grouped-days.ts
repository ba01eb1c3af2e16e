/**
 * Daily bars of the whole market: one call returns a session's bars of every stock. Held as one row of numbers a session,
 * because 6,000 symbols times 504 sessions as objects would take more than a gigabyte; as rows they take 120 MB.
 */
import { newYorkDay, tradingDaysUpTo } from '#service/markets/calendar.ts'
import { barsOfRows } from '#service/markets/kit/bars-of-rows.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { isPlausibleTicker } from './tickers.ts'
import { GroupedSchema, SplitsSchema } from './wire.ts'
import { allPages, type MassiveClients } from './vendor.ts'

/** Sessions that the analysis reads: two years. */
export const sessionCount = 504
/** Calls that are under way at once. A response is over a megabyte. */
const concurrency = 4
/** Numbers of a bar: open, high, low, close, volume. */
const width = 5

/** One session: `width` numbers a symbol, in the order of the symbols; NaN without a bar. */
type Session = { readonly day: Day; readonly row: Float64Array }

export type GroupedDays = {
  /** Bars of a symbol up to `session`; undefined if the store does not hold that session or the symbol. */
  bars(symbol: string, session: Day): Bars | undefined
  /** Whether the store has been filled once. */
  isFilled(): boolean
  /** Loads the missing sessions up to `session`, in the background of other calls. One run at a time. */
  fill(session: Day, today: Day): Promise<void>
  /** Symbols with the largest dollar volume of a session; undefined if the vendor has no bars of the day. */
  largest(day: Day, count: number): Promise<readonly string[] | undefined>
}

type GroupedBar = {
  readonly T: string
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw?: number | null | undefined
}

export function createGroupedDays({ bars: client, reference, baseUrl }: MassiveClients): GroupedDays {
  const indexes = new Map<string, number>()
  const sessions = new Map<Day, Session>()
  /** The sessions, oldest first. */
  let ordered: readonly Session[] = []
  /** Symbols that split after their rows were stored: those are no longer adjusted. */
  const outdated = new Set<string>()
  let filledThrough: Day | undefined
  /** The New York day up to which splits are taken into account. */
  let adjustedOn: Day | undefined
  let filling: Promise<void> | undefined

  const store = (day: Day, bars: readonly GroupedBar[]) => {
    const kept = bars.filter(({ T, l }) => isPlausibleTicker(T) && l > 0)
    for (const { T } of kept) if (!indexes.has(T)) indexes.set(T, indexes.size)
    sessions.set(day, { day, row: rowOf(kept, indexes) })
  }
  const markSplits = async (today: Day) => {
    if (adjustedOn !== undefined && adjustedOn < today) {
      const query = { 'execution_date.gt': adjustedOn, 'execution_date.lte': today, limit: 1000 }
      const splits = await allPages(reference, baseUrl, {
        path: '/v3/reference/splits',
        query,
        schema: SplitsSchema,
      })
      for (const { ticker } of splits) outdated.add(ticker)
    }
    adjustedOn = today
  }
  const run = async (session: Day, today: Day) => {
    const wanted = tradingDaysUpTo(session, sessionCount)
    await markSplits(today)
    // Newest first: an incomplete store is of no use, but the latest session is needed for the universe anyway.
    const missing = wanted.filter((day) => !sessions.has(day)).toReversed()
    await mapConcurrently(missing, async (day) => {
      const bars = await load(client, day)
      // The latest session may not be published yet: it is requested again.
      if (bars.length > 0 || day !== session) store(day, bars)
    })
    const oldest = wanted[0]!
    for (const day of sessions.keys()) if (day < oldest) sessions.delete(day)
    ordered = [...sessions.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
    if (sessions.has(session)) filledThrough = session
  }

  return {
    bars(symbol, session) {
      const index = indexes.get(symbol)
      if (filledThrough !== session || index === undefined || outdated.has(symbol)) return undefined
      return barsOf(
        ordered.filter(({ row }) => !Number.isNaN(row[index * width] ?? Number.NaN)),
        index * width,
      )
    },
    isFilled: () => filledThrough !== undefined,
    fill(session, today) {
      if (filledThrough === session && adjustedOn === today) return Promise.resolve()
      filling ??= run(session, today).finally(() => (filling = undefined))
      return filling
    },
    largest: (day, count) => largestOf(client, day, count),
  }
}

/** Bars of a day. Empty on holidays, and before the vendor publishes a session: neither is an error. */
async function load(client: VendorClient, day: Day): Promise<readonly GroupedBar[]> {
  const path = `/v2/aggs/grouped/locale/us/market/stocks/${day}`
  return (await client.get(path, { adjusted: true }, GroupedSchema)).results ?? []
}

async function largestOf(
  client: VendorClient,
  day: Day,
  count: number,
): Promise<readonly string[] | undefined> {
  const bars = await load(client, day)
  if (bars.length === 0) return undefined
  return bars
    .filter(({ T }) => isPlausibleTicker(T))
    .toSorted((a, b) => dollars(b) - dollars(a))
    .slice(0, count)
    .map(({ T }) => T)
}

function rowOf(bars: readonly GroupedBar[], indexes: ReadonlyMap<string, number>): Float64Array {
  const row = new Float64Array(indexes.size * width).fill(Number.NaN)
  for (const { T, o, h, l, c, v } of bars) row.set([o, h, l, c, v], indexes.get(T)! * width)
  return row
}

const dollars = ({ v, vw, c }: GroupedBar): number => v * (vw ?? c)

const barsOf = (rows: readonly Session[], offset: number): Bars => {
  const column = (field: number) => Float64Array.from(rows, ({ row }) => row[offset + field]!)
  return {
    date: rows.map(({ day }) => day),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
  }
}

/** Bars of a list, oldest first, up to and including `session`; rows without a price are left out. */
export function barsOfList(
  list: readonly {
    readonly t: number
    readonly o: number
    readonly h: number
    readonly l: number
    readonly c: number
    readonly v: number
  }[],
  session: Day,
): Bars {
  const rows = list
    .filter(({ l }) => l > 0)
    .map(({ t, o, h, l, c, v }) => {
      const day = newYorkDay(new Date(t))
      return { day, open: o, high: h, low: l, close: c, volume: v }
    })
  return barsOfRows(rows, session)
}

async function mapConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
