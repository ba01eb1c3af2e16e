/** Market data: check a source, record a day of it, check a recording, plan the calls to a vendor. */
import { resolve } from 'node:path'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { Market } from '#service/markets/market.ts'
import type { FolderReport } from '#service/markets/recorded/check/check-folder.ts'
import type { RecordingResult } from '#service/markets/recorded/writer/writer.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { defineCommand, fail } from '#service/operator/command.ts'
import type { CommandGroup, CommandResult } from '#service/operator/command.ts'
import type { SettingsContext } from '#service/operator/command-context.ts'
import { isFailing, readMarketStatus, type CapabilityStatus } from './market-status.ts'
import { progressLog } from '#service/operator/progress-log.ts'
import { tableLines } from '#service/operator/table-lines.ts'

const status = defineCommand({
  summary: 'Calls the market once for each kind of data.',
  details:
    'The calls are for one symbol, the benchmark. The exit code is 1 if a kind of data is failing or denied: use it to check a new key.',
  needs: 'settings',
  example: 'market status',
  run: (context) =>
    withMarket(context, 'serve', async (market) => {
      const symbol = market.benchmark()
      const rows = await readMarketStatus(market, symbol, () => performance.now())
      return {
        data: { symbol, capabilities: rows.map(({ provision, ...row }) => ({ ...row, ...provision })) },
        text: statusLines(rows),
        isFailure: rows.some(isFailing),
      }
    }),
})

const record = defineCommand({
  summary: 'Records a day of the market in a folder.',
  details:
    'MARKET=files:<folder> replays it. Reads chain, bars, profile, dividends, splits, earnings and volatilities of each symbol, and of the benchmark, as far as the market provides them. Record each day into a folder of its own. Repeat an interrupted command to resume it. The exit code is 1 if anything could not be read.',
  arguments: { symbols: { meaning: 'symbols, separated by commas, or the word universe' } },
  options: {
    to: {
      type: 'text',
      value: 'folder',
      meaning: 'the folder to write',
      otherwise: 'market-YYYY-MM-DD, after the day of the market',
    },
    overwrite: { type: 'flag', meaning: 'reads again what the folder has of that day' },
  },
  needs: 'settings',
  example: 'market record AAPL,SPY --to /srv/recordings/2026-08-21',
  run: (context, args, { to, overwrite }) =>
    withMarket(context, 'scan', async (market) => {
      const symbols = args.symbols === 'universe' ? await readUniverse(market) : parseSymbols(args.symbols)
      const folder = resolve(to ?? `market-${market.today()}`)
      // Loaded on demand, so that other commands start faster.
      const { recordMarket } = await import('#service/markets/recorded/writer/writer.ts')
      const result = await describeFailure(`The recording to ${folder} failed`, () =>
        recordMarket(market, { folder, symbols, overwrites: overwrite }),
      )
      return {
        data: { folder, ...result },
        text: recordingLines(folder, result),
        isFailure: result.failures.length > 0 || result.stopped !== null,
      }
    }),
})

const check = defineCommand({
  summary: 'Reports broken and missing data of a recorded folder.',
  details:
    'Errors are files that cannot be read; the market leaves them out. Warnings are missing or doubtful data. The exit code is 1 if there are errors.',
  arguments: { folder: { meaning: 'the folder, as in MARKET=files:<folder>' } },
  needs: 'settings',
  example: 'market check /srv/recordings/2026-08-21',
  async run(_, { folder }) {
    const [{ checkFolder }, { findingText }] = await Promise.all([
      import('#service/markets/recorded/check/check-folder.ts'),
      import('#service/markets/recorded/check/findings.ts'),
    ])
    const report = await describeFailure('The check failed', async () => checkFolder(folder))
    const lines = [
      ...report.errors.map((finding) => `error    ${findingText(finding)}`),
      ...report.warnings.map((finding) => `warning  ${findingText(finding)}`),
    ]
    return {
      data: report,
      text: [...lines, reportText(report)],
      isFailure: report.errors.length > 0,
    }
  },
})

const plan = defineCommand({
  summary: 'Computes the calls of a nightly scan by vendor.',
  details:
    'Prints every source that calls a vendor, and marks those of MARKET. A composed market makes only the calls of the kinds of data that it takes from a source.',
  options: {
    symbols: {
      type: 'number',
      value: 'number',
      meaning: 'symbols of the scan',
      from: 1,
      to: 100_000,
      isWhole: true,
      default: 6000,
    },
  },
  needs: 'settings',
  example: 'market plan --symbols 6000',
  async run({ environment }, _, { symbols }) {
    const { kindsOf, marketName, marketPlans } = await import('#service/markets/registry.ts')
    const kinds = kindsOf(environment.market)
    const sources = marketPlans(symbols).map((source) => ({
      ...source,
      isConfigured: kinds.includes(source.kind),
      minutes: source.perMinute === null ? null : Math.ceil(source.calls / source.perMinute),
      connections: source.connections ?? null,
    }))
    const name = marketName(environment.market)
    const ofMarket = sources.some(({ isConfigured }) => isConfigured)
      ? `MARKET=${name} calls the sources that are marked with *.`
      : `MARKET=${name} calls no vendor.`
    return {
      data: { market: name, symbols, sources },
      text: [`Calls of a scan of ${symbols} symbols.`, ...sources.flatMap(planLines), ofMarket],
    }
  },
})

export const marketCommands: CommandGroup = {
  summary: 'Market data',
  commands: { status, record, check, plan },
}

/** Opens the configured market, and closes it after the work. */
async function withMarket(
  { environment }: SettingsContext,
  purpose: 'serve' | 'scan',
  work: (market: Market) => Promise<CommandResult>,
): Promise<CommandResult> {
  const [{ openMarket }, { scanTimeoutMs, withTimeouts }] = await Promise.all([
    import('#service/markets/registry.ts'),
    import('#service/markets/kit/with-timeouts.ts'),
  ])
  const market = await openMarket(environment.market, { purpose, log: progressLog })
  try {
    return await work(withTimeouts(market, scanTimeoutMs))
  } finally {
    await market.close()
  }
}

/** @throws OperatorError `<failure>: <reason>.` if the work fails */
async function describeFailure<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new OperatorError(`${failure}: ${errorMessage(error)}.`)
  }
}

const readUniverse = (market: Market): Promise<readonly string[]> =>
  describeFailure('The list of symbols cannot be read', () => market.universe())

/** Ends the command with a usage error if a word is not a symbol. */
function parseSymbols(text: string): readonly string[] {
  const symbols = text.split(/[\s,]+/).filter((word) => word !== '')
  if (symbols.length === 0) fail('<symbols> is empty: expected symbols such as AAPL,SPY, or universe')
  return symbols.map((word) => {
    const symbol = canonicalSymbol(word)
    return symbolPattern.test(symbol)
      ? symbol
      : fail(`"${word}" is not a symbol: expected symbols such as AAPL,SPY, or universe`)
  })
}

const statusLines = (rows: readonly CapabilityStatus[]): string[] =>
  tableLines(
    ['data', 'source', 'class', 'delay', 'licence', 'state', 'call'],
    rows.map(({ capability, provision, error, durationMs }) =>
      provision
        ? [
            capability,
            provision.source,
            provision.dataClass,
            `${provision.delayedSeconds} s`,
            provision.isLicensed ? 'per partner' : 'unrestricted',
            provision.state,
            error ?? `ok, ${durationMs} ms`,
          ]
        : [capability, 'not provided'],
    ),
  )

const recordingLines = (
  folder: string,
  { day, recorded, kept, failures, stopped }: RecordingResult,
): string[] => [
  `Recorded ${day} to ${folder}: symbols read ${recorded}, kept ${kept}.`,
  ...(stopped === null ? [] : [`Stopped before the last symbol: ${stopped}.`]),
  ...(failures.length === 0 ? [] : [`${failures.length} failures:`]),
  ...failures.map(({ symbol, part, reason }) => `  ${symbol} ${part}: ${reason}`),
  ...(failures.length === 0 && stopped === null ? [] : ['Repeat the command to read what is missing.']),
]

function reportText({ errors, warnings, symbols, contracts, day, recording }: FolderReport): string {
  const origin = recording
    ? `, recorded ${recording.recordedAt.toISOString()} from ${recording.source}` +
      (recording.delayedSeconds > 0 ? `, ${recording.delayedSeconds} s delayed` : '')
    : ''
  return `${symbols} symbols and ${contracts} contracts of ${day ?? 'no day'}${origin}: ${errors.length} errors, ${warnings.length} warnings.`
}

type PlanRow = {
  readonly kind: string
  readonly calls: number
  readonly perMinute: number | null
  readonly minutes: number | null
  readonly connections: string | null
  readonly note: string
  readonly isConfigured: boolean
}

const planLines = (row: PlanRow): readonly string[] => [
  `${row.isConfigured ? '*' : ' '} ${row.kind}: ${row.calls} calls, ${
    row.perMinute === null ? 'no limit' : `${row.perMinute} a minute: ${durationText(row.minutes ?? 0)}`
  }`,
  `    ${row.note}`,
  ...(row.connections === null ? [] : [`    streaming connections: ${row.connections}`]),
]

const durationText = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
