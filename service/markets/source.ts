/** One row of the market registry: how `MARKET` names a source of market data, and how the source is opened. */
import type { Log } from '#service/shared/log.ts'
import type { Market } from './market.ts'

/**
 * The parsed value of `MARKET`. Plain data: it is sent to the scan's workers. It may hold a key of the source, which
 * is neither stored nor logged.
 */
export type MarketChoice = {
  /** `kind` of its row. */
  readonly kind: string
}

/** Value of a variable of the service; undefined if it is not set. */
export type ReadVariable = (name: string) => string | undefined

export type OpenMarketOptions = {
  readonly log: Log
  /** `serve`: read at random for as long as the process runs. `scan`: each symbol is read once. */
  readonly purpose: 'serve' | 'scan'
  /** Fixed time of a simulated clock; the default is real time. The clock of recorded data is always fixed. */
  readonly fixedTime?: Date
}

export type MarketSource<Choice extends MarketChoice = MarketChoice> = {
  /** Unique among the rows; it is `market` in the log line `started`. */
  readonly kind: Choice['kind']
  /** Form of `MARKET`, for example `files:<folder>`: for error messages and documentation. */
  readonly syntax: string
  /** A few words on the source, for documentation. */
  readonly meaning: string
  /**
   * Whether the scan's workers may open the source while the service has it open. If false, a scan reads the market
   * of the process that runs it, on its main thread: the vendor sees one connection and one request rate.
   */
  readonly opensInWorkers: boolean
  /**
   * Parses a value of `MARKET`; undefined if it names another source.
   *
   * @param variable reads another variable, such as the source's key, from the environment or `CONFIG_FILE`
   * @throws EnvironmentError if it names this source and cannot be used
   */
  parse(value: string, variable: ReadVariable): Choice | undefined
  /**
   * Identifies the source's data in the store and in `DATA_DIR/market`. It is stored in clear and must not contain a
   * secret. `parse` reads it.
   */
  name(choice: Choice): string
  /** @throws Error with the reason, if the source cannot be opened */
  open(choice: Choice, options: OpenMarketOptions): Promise<Market>
}
