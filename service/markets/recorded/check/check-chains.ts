/** Checks the option chains of a data folder. Node only. */
import { latestSession, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Contract, Day } from '#service/markets/market.ts'
import { readChainFile, type ChainFile } from '#service/markets/recorded/chain-file.ts'
import type { ChainIndex } from '#service/markets/recorded/chains.ts'
import type { Findings } from './findings.ts'
import { lineAt, readText } from '#service/markets/recorded/read-text.ts'

export type CheckedChains = {
  readonly contracts: number
  /** Symbols whose chain can be read, and the file. */
  readonly files: ReadonlyMap<string, string>
}

/** Reads every chain of the newest day. */
export function checkChains(root: string, { day, files }: ChainIndex, findings: Findings): CheckedChains {
  // A folder dated on a weekend contains Friday's chains.
  const chainDay = tradingDayOnOrBefore(day)
  const readable = new Map<string, string>()
  let contracts = 0
  for (const [symbol, file] of files) {
    const chain = findings.attempt(() => readChainFile(root, file))
    if (!chain) continue
    contracts += chain.contracts.length
    readable.set(symbol, file)
    checkContracts(root, file, chain, chainDay, findings)
  }
  return { contracts, files: readable }
}

function checkContracts(
  root: string,
  file: string,
  { asOf, contracts }: ChainFile,
  chainDay: Day,
  findings: Findings,
): void {
  const warn = (matching: readonly Contract[], problem: string): void => {
    const [first] = matching
    if (!first) return
    const text = readText(root, file)
    findings.warn({
      file,
      line: lineAt(text, text.indexOf(`"${first.id}"`)),
      problem: `${problem}: ${matching.length} of ${contracts.length} contracts, first ${first.id}`,
    })
  }
  warn(
    contracts.filter(({ expiry }) => expiry < chainDay),
    `expired before ${chainDay}`,
  )
  warn(
    contracts.filter(({ bid, ask }) => ask > 0 && bid > ask),
    'a bid above the ask',
  )
  if (asOf && latestSession(asOf) !== chainDay)
    findings.warn({
      file,
      line: 1,
      problem: `asOf is of the session of ${latestSession(asOf)}, and the folder of ${chainDay}`,
    })
}
