/** Kinds of data that a source provides, each with its origin and licence. */
import type { DataClass } from '#contract/responses/data-class.ts'

/** Kinds of data. `quotes` includes pushed quotes; `profiles` the names and fundamentals of companies. */
export const capabilityNames = [
  'quotes',
  'chains',
  'bars',
  'profiles',
  'dividends',
  'earnings',
  'news',
  'volatility',
] as const
export type Capability = (typeof capabilityNames)[number]

/** Origin, licence and state of one kind of data. */
export type Provision = {
  /** Name of the source as users see it. */
  readonly source: string
  readonly dataClass: Exclude<DataClass, 'derived'>
  /** Seconds by which the values lag the exchange; 0 for real-time and end-of-day values. */
  readonly delayedSeconds: number
  /** Whether only partners whom the operator has entitled to the class may show the values. */
  readonly isLicensed: boolean
  /** `failing`: calls are refused at present, and earlier values are served. `denied`: the vendor refuses access. */
  readonly state: 'working' | 'failing' | 'denied'
}

/** Null for a kind that the source does not provide. */
export type Capabilities = Readonly<Record<Capability, Provision | null>>

/** The same provision for the named kinds, and none for the others. */
export const provides = (names: readonly Capability[], provision: Provision): Capabilities =>
  Object.fromEntries(
    capabilityNames.map((name) => [name, names.includes(name) ? provision : null]),
  ) as Capabilities

/** Everything, invented: no licence restricts it. */
export const simulatedCapabilities: Capabilities = provides(capabilityNames, {
  source: 'simulated',
  dataClass: 'real-time',
  delayedSeconds: 0,
  isLicensed: false,
  state: 'working',
})
