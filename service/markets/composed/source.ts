/** `MARKET=bars:massive,chains:tradier,quotes:tradier`: one source for each kind of data. */
import { capabilityNames, type Capability } from '#service/markets/capabilities.ts'
import type { Market } from '#service/markets/market.ts'
import type { MarketChoice, MarketSource, OpenMarketOptions, ReadVariable } from '#service/markets/source.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { assignParts } from './assign-parts.ts'
import { composedMarket } from './composed-market.ts'

/** A kind of data and the source that is named for it. */
type NamedPart = { readonly capability: Capability; readonly choice: MarketChoice }

export type ComposedChoice = MarketChoice & {
  readonly kind: 'composed'
  /** In the order of `MARKET`. */
  readonly parts: readonly NamedPart[]
}

/** The registry's functions, passed in because the registry imports this module. */
export type SourceRegistry = {
  /** Undefined if no source accepts the value. */
  parse(value: string, readVariable: ReadVariable): MarketChoice | undefined
  /** The accepted forms of a source. */
  syntax(): string
  name(choice: MarketChoice): string
  opensInWorkers(choice: MarketChoice): boolean
  open(choice: MarketChoice, options: OpenMarketOptions): Promise<Market>
}

const capability = capabilityNames.join('|')
/** Only before a capability, because a folder's path may contain commas. */
const separator = new RegExp(`,(?=(?:${capability}):)`)
const namedPart = new RegExp(`^(${capability}):(.*)$`)

export const composedSource = (registry: SourceRegistry): MarketSource<ComposedChoice> => ({
  kind: 'composed',
  syntax: '<capability>:<source>,…',
  meaning: `a source for each kind of data, for example bars:massive,chains:tradier (${capabilityNames.join(', ')})`,
  opensInWorkers: ({ parts }) => parts.every(({ choice }) => registry.opensInWorkers(choice)),
  parse(value, readVariable) {
    if (!namedPart.test(value)) return undefined
    const parts = value.split(separator).map((text) => parsePart(text, value, registry, readVariable))
    const names = parts.map((part) => part.capability)
    const repeated = names.find((name, index) => names.indexOf(name) < index)
    if (repeated) throw refused(value, `${repeated} is named twice; expected one source for it`)
    return { kind: 'composed', parts }
  },
  name: ({ parts }) => parts.map((part) => `${part.capability}:${registry.name(part.choice)}`).join(','),
  open: (choice, options) => openParts(choice, options, registry),
})

const refused = (value: string, reason: string): EnvironmentError =>
  new EnvironmentError(`MARKET="${value}" cannot be used: ${reason}.`)

function parsePart(
  text: string,
  value: string,
  registry: SourceRegistry,
  readVariable: ReadVariable,
): NamedPart {
  const [, name, source = ''] = namedPart.exec(text) ?? []
  const choice = registry.parse(source, readVariable)
  if (choice && choice.kind !== 'composed') return { capability: name as Capability, choice }
  throw refused(
    value,
    `"${source}" is not a source of ${name}; expected ${registry.syntax()}, and before each source one of ${capabilityNames.join(', ')} with a colon`,
  )
}

/** Opens each source once, whatever the number of capabilities that name it. */
async function openParts(
  { parts }: ComposedChoice,
  options: OpenMarketOptions,
  registry: SourceRegistry,
): Promise<Market> {
  const choices = new Map(parts.map(({ choice }) => [registry.name(choice), choice]))
  // The universe may come from another part.
  const partOptions = { ...options, ...(choices.size > 1 && { needsUniverse: false }) }
  const markets = new Map<string, Market>()
  const close = async () => {
    const results = await Promise.allSettled([...markets.values()].map((market) => market.close()))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
  }
  try {
    for (const [name, choice] of choices) {
      try {
        markets.set(name, await registry.open(choice, partOptions))
      } catch (error) {
        const reason = errorMessage(error)
        throw new Error(`${name}: ${reason}`, { cause: error })
      }
    }
    const named = parts.map(({ capability, choice }) => {
      const name = registry.name(choice)
      return { capability, name, market: markets.get(name) as Market }
    })
    return { ...composedMarket(assignParts(named), options.log), close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
