/** Records one symbol, part by part. Node only. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import type { Bars, Day, Market } from '#service/markets/market.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { patiently, type Wait } from './patiently.ts'
import { barsText, chainText, volatilityText } from './recorded-text.ts'
import type { ReferenceTables } from './reference-tables.ts'
import { writeWhole } from './write-file.ts'

/** Dependencies of the recording of a symbol. */
export type Recorder = {
  readonly market: Market
  readonly folder: string
  /** The exchange day of the recording. */
  readonly day: Day
  readonly tables: ReferenceTables
  /** Whether to read again what the folder has of that day. */
  readonly overwrites: boolean
  readonly wait: Wait | undefined
}

export type RecordingFailure = { readonly symbol: string; readonly part: string; readonly reason: string }

export type SymbolResult = {
  /** Number of kinds of data that were read now; 0 if the folder had all of them. */
  readonly partsRead: number
  readonly failures: readonly RecordingFailure[]
}

/** One kind of data of a symbol. */
type Part = {
  readonly name: string
  readonly isRecorded: () => boolean
  /** Reads the data and writes it; rejects with the reason. */
  readonly record: () => Promise<void>
}

/** Records the parts that the folder does not have. A part that fails does not prevent the others. */
export async function recordSymbol(recorder: Recorder, symbol: string): Promise<SymbolResult> {
  const failures: RecordingFailure[] = []
  let partsRead = 0
  const addFailure = (part: string, reason: string) => failures.push({ symbol, part, reason })
  const record = async ({ name, isRecorded, record: recordPart }: Part): Promise<void> => {
    try {
      if (!recorder.overwrites && isRecorded()) return
      await patiently(recordPart, recorder.wait)
      partsRead++
    } catch (error) {
      addFailure(name, errorMessage(error))
    }
  }
  if (!symbolPattern.test(symbol) || canonicalSymbol(symbol) !== symbol || symbol.includes('/'))
    addFailure('symbol', 'it cannot be the name of a file')
  // The profile tells whether the market knows the symbol.
  else await record(profilePart(recorder, symbol))
  if (failures.length === 0) await Promise.all(partsOf(recorder, symbol).map(record))
  return { partsRead, failures }
}

const requireKnown = <Value>(value: Value | undefined, { market }: Recorder): Value => {
  if (value === undefined) throw new Error(`${market.source()} does not know the symbol`)
  return value
}

const profilePart = (recorder: Recorder, symbol: string): Part => ({
  name: 'profile',
  isRecorded: () => recorder.tables.hasProfile(symbol),
  async record() {
    const profile = requireKnown(await recorder.market.profile(symbol), recorder)
    recorder.tables.addProfile(profile, await recorder.market.splits?.(symbol))
  },
})

/** The parts that the market provides, besides the profile. */
function partsOf(recorder: Recorder, symbol: string): readonly Part[] {
  const { market, folder, tables } = recorder
  const capabilities = market.capabilities()
  const parts: Part[] = []
  const addFile = (name: string, file: string | undefined, record: Part['record']) =>
    parts.push({ name, isRecorded: () => file !== undefined && existsSync(join(folder, file)), record })
  if (capabilities.chains) {
    const file = `chains-${recorder.day}/${symbol}.json.gz`
    addFile('chain', file, () => recordChain(recorder, symbol, file))
  }
  if (capabilities.bars) {
    const barFolder = existingBarFolder(recorder)
    const file = barFolder && `${barFolder}/${symbol}.csv`
    addFile('bars', file, async () => {
      const bars = requireKnown(await market.bars(symbol), recorder)
      const target = existingBarFolder(recorder) ?? newBarFolder(recorder, bars)
      if (bars.date.length > 0) writeWhole(folder, `${target}/${symbol}.csv`, barsText(bars))
    })
  }
  if (capabilities.volatility) {
    const file = `volatility-${recorder.day}/${symbol}.csv`
    addFile('volatility', file, async () => {
      const points = await market.volatilityHistory(symbol)
      writeWhole(folder, file, volatilityText(points))
    })
  }
  if (capabilities.earnings)
    parts.push({
      name: 'earnings',
      isRecorded: () => tables.hasEarnings(symbol),
      record: async () => tables.addEarnings(symbol, await market.earnings(symbol)),
    })
  return parts
}

/** The chain and the quote of its underlying, so that both are of the same time. */
async function recordChain(recorder: Recorder, symbol: string, file: string): Promise<void> {
  const { market, folder } = recorder
  const hasQuotes = market.capabilities().quotes !== null
  const [chain, quote] = await Promise.all([
    market.chain(symbol),
    hasQuotes ? market.quote(symbol) : undefined,
  ])
  const knownChain = requireKnown(chain, recorder)
  if (knownChain.readError !== undefined) throw new Error(knownChain.readError)
  writeWhole(folder, file, chainText(knownChain, hasQuotes ? (quote ?? null) : undefined))
}

/** The folder of bars that end with the latest closed session; undefined before the first. */
function existingBarFolder({ folder, market }: Recorder): string | undefined {
  const last = latestClosedSession(market.now())
  return readdirSync(folder).find((name) => /^bars-\d{4}-\d{2}-\d{2}_(.*)$/.exec(name)?.[1] === last)
}

/** `bars-<first>_<last>`; the first bars that are written name it, which are those of the benchmark. */
const newBarFolder = ({ market }: Recorder, { date: [first] }: Bars): string =>
  `bars-${first}_${latestClosedSession(market.now())}`
