/** The content of an entry: what a night publishes, and what it resolves, with licensed values sealed. */
import type {
  PickValues,
  RecordDividend,
  RecordIdea,
  RecordPick,
  RecordResolution,
} from '#contract/responses/record.ts'
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import type { Day, Market } from '#service/markets/market.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { Batch } from '#service/store/batches.ts'
import type { RecordRepository, StoredPick, StoredResolution } from '#service/store/record.ts'
import { declaredDividends, readSymbolHistory } from './read-symbol-history.ts'
import { resolvePick } from './resolve.ts'
import type { OpenPick, Resolved } from './resolve.ts'
import type { Opening, Sealing } from './sealing.ts'

/** The stored body of a pick: `published` is its public form, `opening` opens its sealed values. */
export type PickBody = {
  readonly pick: RecordPick
  readonly rate: number
  readonly opening: Opening<PickValues>
}
/** The stored body of a resolution, with all values and the result. */
export type ResolutionBody = { readonly resolved: Resolved; readonly salt: string | null }

export const pickBodyOf = ({ body }: Pick<StoredPick, 'body'>): PickBody => JSON.parse(body) as PickBody

/** The values of a stored pick, whether they are public or not. */
export const valuesOf = ({ pick, opening }: PickBody): PickValues => (opening?.values ?? pick.values)!

export const recordedIdeas = (batch: Batch, { seal }: Sealing): Promise<RecordIdea[]> =>
  Promise.all(
    batch.ideas.map(async (idea) => ({
      symbol: idea.symbol,
      sentiment: idea.sentiment,
      strength: idea.strength,
      technicalRank: idea.technicalRank,
      signals: idea.rules.map(({ code }) => code),
      callScore: idea.callScore,
      putScore: idea.putScore,
      ...(await seal({ price: idea.price }, 'bars')).published,
    })),
  )

/** Picks as they are published and as they are stored. */
export async function recordedPicks(
  picks: readonly PublishedPick[],
  night: Day,
  rate: number,
  { seal }: Sealing,
): Promise<{ readonly published: RecordPick[]; readonly stored: StoredPick[] }> {
  const published: RecordPick[] = []
  const stored: StoredPick[] = []
  for (const [index, { values, order: _, ...facts }] of picks.entries()) {
    const sealed = await seal(values, 'chains')
    const pick = { pick: index + 1, ...facts, ...sealed.published }
    const body: PickBody = { pick, rate, opening: sealed.opening }
    published.push(pick)
    const { symbol, expiry } = facts
    stored.push({ night, pick: pick.pick, symbol, expiry, body: JSON.stringify(body) })
  }
  return { published, stored }
}

export type NightInput = {
  readonly market: Pick<Market, 'bars' | 'splits' | 'profile'>
  readonly record: RecordRepository
  readonly series: string
  readonly night: Day
  readonly sealing: Sealing
  readonly log: (line: string) => void
}

/** The last expiry of each underlying with open picks, those of this night included. */
async function lastExpiries({ record, series }: NightInput, picks: readonly PublishedPick[]) {
  const expiries = new Map(
    (await record.openSymbols(series)).map(({ symbol, lastExpiry }) => [symbol, lastExpiry]),
  )
  for (const { symbol, expiry } of picks)
    if (expiry > (expiries.get(symbol) ?? '')) expiries.set(symbol, expiry)
  return [...expiries].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const dividendKey = ({ symbol, exDate }: RecordDividend): string => `${symbol} ${exDate}`

/** Declared dividends of underlyings with open picks that are new, or whose amount has changed. */
export async function newDividends(
  input: NightInput,
  picks: readonly PublishedPick[],
): Promise<RecordDividend[]> {
  const { market, record, series, night, log } = input
  const found: RecordDividend[] = []
  const amounts = new Map(
    (await record.dividends(series, night)).map((dividend) => [dividendKey(dividend), dividend.amount]),
  )
  for (const [symbol, lastExpiry] of await lastExpiries(input, picks)) {
    try {
      const declared = (await declaredDividends(market, symbol)).filter(({ exDate }) => exDate <= lastExpiry)
      found.push(...declared.filter((dividend) => amounts.get(dividendKey(dividend)) !== dividend.amount))
    } catch (error) {
      log(`dividends of ${symbol} cannot be read: ${errorMessage(error)}`)
    }
  }
  return found
}

/**
 * Resolves the picks that are due. A pick whose data cannot be read stays open, and a later night resolves it.
 *
 * @param announced dividends of this night, which are not stored yet
 */
export async function dueResolutions(
  input: NightInput,
  announced: readonly RecordDividend[],
): Promise<{ readonly published: RecordResolution[]; readonly stored: StoredResolution[] }> {
  const { market, record, series, night, log } = input
  const due = await record.due(series, night)
  if (due.length === 0) return { published: [], stored: [] }
  const known = new Map(
    [...(await record.dividends(series, due[0]!.night)), ...announced].map((dividend) => [
      dividendKey(dividend),
      dividend,
    ]),
  )
  const bySymbol = Map.groupBy(due, ({ symbol }) => symbol)
  const published: RecordResolution[] = []
  const stored: StoredResolution[] = []
  for (const [symbol, picks] of bySymbol) {
    try {
      const history = await readSymbolHistory(market, symbol, night)
      const dividends = [...known.values()].filter((dividend) => dividend.symbol === symbol)
      for (const pick of picks) {
        const resolved = resolvePick(openPickOf(pick), { ...history, dividends })
        if (!resolved) continue
        const sealed = await sealedResolution(resolved, input.sealing)
        published.push(sealed.published)
        const body: ResolutionBody = { resolved, salt: sealed.salt }
        stored.push({ night: pick.night, pick: pick.pick, body: JSON.stringify(body) })
      }
    } catch (error) {
      log(`picks of ${symbol} cannot be resolved yet: ${errorMessage(error)}`)
    }
  }
  const byPick = (a: RecordResolution, b: RecordResolution) =>
    a.night === b.night ? a.pick - b.pick : a.night < b.night ? -1 : 1
  return { published: published.toSorted(byPick), stored }
}

const openPickOf = (stored: StoredPick): OpenPick => {
  const body = pickBodyOf(stored)
  return { ...body.pick, night: stored.night, rate: body.rate, values: valuesOf(body) }
}

async function sealedResolution({ values, result, ...facts }: Resolved, { seal, isPublic }: Sealing) {
  const publicResult = isPublic('bars', 'chains') ? result : null
  if (values === null)
    return { published: { ...facts, values: null, sealed: null, result: publicResult }, salt: null }
  const { published, opening } = await seal(values, 'bars')
  return { published: { ...facts, ...published, result: publicResult }, salt: opening?.salt ?? null }
}
