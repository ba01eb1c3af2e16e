/** An entry of the market registry: parses `MARKET` and opens a source of market data. */
import type { Log } from '#service/shared/log.ts'
import type { Market } from './market.ts'

/**
 * The parsed value of `MARKET`. Plain data, because it is sent to the scan's workers. It may
 * contain a key of the source, which is neither stored nor logged.
 */
export type MarketChoice = {
  /** `kind` of the {@link MarketSource} that parsed it. */
  readonly kind: string
}

/** Value of a variable of the service; undefined if it is not set. */
export type ReadVariable = (name: string) => string | undefined

export type OpenMarketOptions = {
  readonly log: Log
  /**
   * `serve`: symbols are read in any order while the process runs. `scan`: each symbol is read
   * once.
   */
  readonly purpose: 'serve' | 'scan'
  /** Reads a text file that a variable names; throws an Error with the reason. */
  readonly readText?: (path: string) => Promise<string>
  /**
   * False if the universe may come from another source: one that needs a list of symbols then opens
   * without it.
   */
  readonly needsUniverse?: boolean
  /**
   * Fixed time of a simulated clock; the default is real time. The clock of recorded data is always
   * fixed.
   */
  readonly fixedTime?: Date
}

/** Cost of the nightly scan of a number of symbols at a vendor. */
export type CallPlan = {
  readonly calls: number
  /** Calls a minute that the vendor allows; null without a limit. */
  readonly perMinute: number | null
  /** How the calls are counted, and what differs by plan, for the operator. */
  readonly note: string
  /**
   * Number of streaming connections as a formula, for example `1 + ceil(contracts / 1000)`; absent
   * without streaming.
   */
  readonly connections?: string
}

/** In method syntax, so that sources of different choices fit one list. */
type OfChoice<Choice> = { test(choice: Choice): boolean }['test']

export type MarketSource<Choice extends MarketChoice = MarketChoice> = {
  /** Unique in the registry. The log event `started` reports it as `market`. */
  readonly kind: Choice['kind']
  /** Form of `MARKET`, for example `files:<folder>`: for error messages and documentation. */
  readonly syntax: string
  /** Short description of the source, for documentation. */
  readonly meaning: string
  /**
   * Whether the scan's workers may open the source while the service has it open. If false, a scan
   * reads the market of the process that runs it, on its main thread: the vendor sees one connection
   * and one request rate.
   */
  readonly opensInWorkers: boolean | OfChoice<Choice>
  /**
   * Parses a value of `MARKET`; undefined if it names another source.
   *
   * @param readVariable reads another variable, such as the source's key, from the environment or
   * `CONFIG_FILE`
   * @throws EnvironmentError if the value names this source but cannot be used
   */
  parse(value: string, readVariable: ReadVariable): Choice | undefined
  /**
   * Identifies the source's data in the store and in `DATA_DIR/market`. It is stored in plain text
   * and must not contain a secret. `parse` accepts it.
   */
  name(choice: Choice): string
  /**
   * The calls of a scan of this many symbols, for `admin market plan`. Absent if the source makes no
   * calls to a vendor.
   */
  plan?(symbols: number): CallPlan
  /** @throws Error with the reason if the source cannot be opened */
  open(choice: Choice, options: OpenMarketOptions): Promise<Market>
}
