/**
 * The registry of market-data sources: the only module that imports all of them. Used by the configuration, the data
 * folder, the scan workers and the documentation. To add a source, see docs/tasks/add-a-market-source.md.
 */
import { readFile } from 'node:fs/promises'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { Stop } from '#service/shared/stop.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { cboeDelayedSource } from './cboe-delayed/source.ts'
import { cboeEodSource } from './cboe-eod/source.ts'
import { composedSource, type ComposedChoice } from './composed/source.ts'
import type { Market } from './market.ts'
import { massiveSource } from './massive/source.ts'
import { recordedSource } from './recorded/source.ts'
import { simulatedSource } from './simulated/source.ts'
import type { CallPlan, MarketChoice, MarketSource, OpenMarketOptions, ReadVariable } from './source.ts'
import { tradierSource } from './tradier/source.ts'

const sources: MarketSource[] = [
  simulatedSource,
  recordedSource,
  tradierSource,
  massiveSource,
  cboeDelayedSource,
  cboeEodSource,
]

const findChoice = (value: string, readVariable: ReadVariable): MarketChoice | undefined => {
  for (const source of sources) {
    const choice = source.parse(value, readVariable)
    if (choice) return choice
  }
  return undefined
}

sources.push(
  composedSource({
    parse: findChoice,
    syntax: () =>
      sources
        .filter(({ kind }) => kind !== 'composed')
        .map(({ syntax }) => syntax)
        .join(' or '),
    name: (choice) => marketName(choice),
    opensInWorkers: (choice) => opensInWorkers(choice),
    open: (choice, options) => sourceOf(choice).open(choice, options),
  }),
)

/**
 * Adds a source; returns the function that removes it. Tests that start the service as a process
 * use it: a module preloaded with `--import` registers a source, and the scan workers preload it
 * too.
 *
 * @throws Error if a source of this kind is already registered
 */
export function registerMarket(source: MarketSource): Stop {
  if (sources.some(({ kind }) => kind === source.kind))
    throw new Error(`There is already a market source of kind "${source.kind}"`)
  sources.push(source)
  return () => void sources.splice(sources.indexOf(source), 1)
}

/** Every registered source: its form of `MARKET` and its description. */
export const marketSources = (): readonly Pick<MarketSource, 'kind' | 'syntax' | 'meaning'>[] => sources

/** The sources that declare their calls to a vendor, with those of a scan of this many symbols. */
export const marketPlans = (symbols: number): readonly ({ readonly kind: string } & CallPlan)[] =>
  sources.flatMap((source) => (source.plan ? [{ kind: source.kind, ...source.plan(symbols) }] : []))

/** The kinds of the sources that a market reads: several for a composed one. */
export const kindsOf = (choice: MarketChoice): readonly string[] =>
  'parts' in choice
    ? [...new Set((choice as ComposedChoice).parts.map((part) => part.choice.kind))]
    : [choice.kind]

/** The accepted forms of `MARKET`, for example `simulated or files:<folder>`. */
export const marketSyntax = (): string => sources.map(({ syntax }) => syntax).join(' or ')

/**
 * Parses a value of `MARKET`.
 *
 * @throws EnvironmentError if no source accepts it
 */
export function parseMarket(value: string, readVariable: ReadVariable = () => undefined): MarketChoice {
  const choice = findChoice(value, readVariable)
  if (choice) return choice
  throw new EnvironmentError(`MARKET="${value}" cannot be used: expected ${marketSyntax()}.`)
}

const sourceOf = ({ kind }: MarketChoice): MarketSource => {
  const source = sources.find((candidate) => candidate.kind === kind)
  if (!source) throw new Error(`There is no market source of kind "${kind}"`)
  return source
}

/** The name under which data of a market is stored; contains no secret. */
export const marketName = (choice: MarketChoice): string => sourceOf(choice).name(choice)

/** Whether the scan's workers may open the market while the service has it open. */
export const opensInWorkers = (choice: MarketChoice): boolean => {
  const { opensInWorkers: opens } = sourceOf(choice)
  return typeof opens === 'function' ? opens(choice) : opens
}

/**
 * Opens a market.
 *
 * @throws EnvironmentError if it cannot be opened
 */
export async function openMarket(choice: MarketChoice, options: OpenMarketOptions): Promise<Market> {
  try {
    return await sourceOf(choice).open(choice, { readText: (path) => readFile(path, 'utf8'), ...options })
  } catch (error) {
    const reason = errorMessage(error)
    throw new EnvironmentError(`MARKET="${marketName(choice)}" cannot be used: ${reason}`)
  }
}
