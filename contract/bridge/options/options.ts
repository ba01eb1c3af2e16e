/**
 * The widget options as one table.
 *
 * Option types, defaults and both readers derive from it: `readPageOptions` is part of the loader and checks
 * what is required to start; `readOptions` runs in the frame and checks everything. No schema library.
 */
import type { AccentColors } from './accent-color.ts'
import { isUserId } from '#contract/bridge/credentials.ts'
import { type Holding, readHoldings } from '#contract/bridge/holdings.ts'
import type { OptionDescriptions } from './option-descriptions.ts'
import type { Locale } from '#contract/text/locales.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'

export const widgetTypes = ['pro', 'proStrategies'] as const
/**
 * `pro`: the full ideas experience. `proStrategies`: the strategies-focused widget.
 */
export type WidgetType = (typeof widgetTypes)[number]

export const themes = ['light', 'dark', 'three-panel-light', 'three-panel-dark', 'auto'] as const
/**
 * Colours and layout: the `three-panel` themes show What, Why and How side by side. `auto` is `light` or `dark`, as the
 * container's `color-scheme` or the user's system says.
 */
export type Theme = (typeof themes)[number]

export const colorConventions = ['green-up', 'red-up'] as const
/** Colour of a rising price: green in Western markets, red in East Asian ones. */
export type ColorConvention = (typeof colorConventions)[number]

export const colorVisions = ['default', 'safe'] as const
/** `safe`: blue and orange instead of green and red. */
export type ColorVision = (typeof colorVisions)[number]

export const densities = ['comfortable', 'compact'] as const
/** Height of table rows. */
export type Density = (typeof densities)[number]

export const panelNames = ['what', 'why', 'how'] as const
/** Name of a panel: the option `tab` selects the one that is shown if only one fits. */
export type PanelName = (typeof panelNames)[number]

export const loadings = ['eager', 'lazy'] as const
/** `lazy`: the frame is loaded when it comes near the viewport, and its session is opened when it is visible. */
export type Loading = (typeof loadings)[number]

/** Returns the value if it is in the list; otherwise undefined. */
export const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((item) => item === value)

type Kind = 'string' | 'css' | 'color' | 'boolean' | 'symbol' | 'function' | 'holdings' | readonly string[]
/** Accepted values of an option, and its default. */
export type OptionRow = {
  readonly kind: Kind
  readonly default?: string | boolean
  readonly required?: true
}

/** Name → accepted values and default. `apiKey` xor `authToken` is checked separately. */
export const optionTable = {
  destinationId: { kind: 'string', required: true },
  apiKey: { kind: 'string' },
  authToken: { kind: 'string' },
  userId: { kind: 'string', required: true },
  width: { kind: 'css', default: '100%' },
  height: { kind: 'css', default: '768px' },
  theme: { kind: themes, default: 'light' },
  symbol: { kind: 'symbol' },
  showHeader: { kind: 'boolean', default: true },
  showMarketToneInHeader: { kind: 'boolean', default: true },
  showWhatPanel: { kind: 'boolean', default: true },
  showSupportButtons: { kind: 'boolean', default: false },
  showDisclaimer: { kind: 'boolean', default: false },
  showBusinessInquiries: { kind: 'boolean', default: false },
  showSocialButtons: { kind: 'boolean', default: false },
  showNewsTab: { kind: 'boolean', default: false },
  hideLocalizationOptions: { kind: 'boolean', default: false },
  shortcuts: { kind: 'boolean', default: true },
  colorConvention: { kind: colorConventions, default: 'green-up' },
  colorVision: { kind: colorVisions, default: 'default' },
  density: { kind: densities, default: 'comfortable' },
  locale: { kind: 'string' },
  getAuthToken: { kind: 'function' },
  accentColor: { kind: 'color' },
  fontFamily: { kind: 'string' },
  radius: { kind: 'css' },
  tab: { kind: panelNames },
  loading: { kind: loadings, default: 'eager' },
  acknowledgesTickets: { kind: 'boolean', default: false },
  holdings: { kind: 'holdings' },
  state: { kind: 'string' },
} as const satisfies { readonly [N in keyof OptionDescriptions]-?: OptionRow }

/**
 * Returns a new one-time token from the partner's server within 30 seconds, or rejects. Called when a session
 * starts without a token, and when it must be renewed.
 */
export type GetAuthToken = () => Promise<string> | string

type Table = typeof optionTable
type Value<R extends OptionRow> = R['kind'] extends readonly (infer Item)[]
  ? Item
  : R['kind'] extends 'boolean'
    ? boolean
    : R['kind'] extends 'function'
      ? GetAuthToken
      : R['kind'] extends 'holdings'
        ? readonly Holding[]
        : R['kind'] extends 'color'
          ? string | AccentColors
          : string
type RequiredName = { [N in keyof Table]: Table[N] extends { required: true } ? N : never }[keyof Table]
type DefaultedName = { [N in keyof Table]: Table[N] extends { default: unknown } ? N : never }[keyof Table]

/** All options by name and type, without constraints between them. */
type Values = {
  [N in keyof OptionDescriptions]: N extends 'locale'
    ? Locale | (string & {}) | undefined
    : Value<Table[N]> | (N extends RequiredName ? never : undefined)
}

type CredentialName = 'apiKey' | 'authToken' | 'getAuthToken'
type Credential<Name extends CredentialName> = {
  [N in keyof Pick<Values, Name>]-?: NonNullable<Values[N]>
}
type NoCredential<Name extends CredentialName> = { [N in keyof Pick<Values, Name>]?: undefined }

/**
 * Credentials of the widget's session, one of three: the partner's public key; a one-time token, optionally
 * with the function that returns the next; or that function alone, which then also returns the first token.
 */
export type WidgetCredentials =
  | (Credential<'apiKey'> & NoCredential<'authToken' | 'getAuthToken'>)
  | (Credential<'authToken'> & Pick<Values, 'getAuthToken'> & NoCredential<'apiKey'>)
  | (Credential<'getAuthToken'> & NoCredential<'apiKey' | 'authToken'>)

/** All options except the credentials. */
export type WidgetSettings = Omit<Values, 'apiKey' | 'authToken' | 'getAuthToken'>

/** The options that a partner passes to `load`. */
export type WidgetOptions = WidgetSettings & WidgetCredentials

/** The parsed options, with defaults. */
export type ReadOptions = { [N in RequiredName | DefaultedName]: Value<Table[N]> } & {
  [N in Exclude<keyof Table, RequiredName | DefaultedName>]?: Value<Table[N]>
}

/**
 * Options that are sent over the bridge: all except the function, which stays on the partner's
 * page.
 */
export type FrameOptions = Omit<ReadOptions, 'getAuthToken'>

/**
 * Options that the frame's document needs before its first paint. They are query parameters of its address,
 * so no secret or user-identifying option may ever be among them.
 */
export const addressOptions = ['theme', 'locale', 'showHeader', 'showWhatPanel', 'density']

/**
 * The options that the loader passes on. Only those that the loader uses are typed; the frame
 * parses all of them again.
 */
export type PageOptions = Pick<ReadOptions, 'destinationId' | 'userId'> &
  Partial<Pick<ReadOptions, 'width' | 'height' | 'theme' | 'loading' | 'state'>> & { widgetType: WidgetType }

/**
 * Reads the options on the partner's page. To keep the loader small, it checks only what is
 * required to start or must not leave the page. The frame's reader fills in defaults and checks the
 * other options. Functions, such as `getAuthToken`, and elements stay on the page.
 *
 * @param callback the last argument of `load`
 * @returns the options, and the names of invalid or missing options. Blank values count as absent.
 */
export function readPageOptions(
  input: Readonly<Record<string, unknown>> & { readonly destinationId?: string | null },
  callback?: unknown,
): [options: PageOptions, invalid: string[]] {
  const { destinationId, getAuthToken } = input
  const options = {
    ...(plainCopy({ ...input, destinationId: `${destinationId}` }) as WidgetOptions & {
      widgetType: WidgetType
      secretKey?: unknown
    }),
  }
  const { apiKey, authToken, theme } = options
  const isInvalid: Readonly<Record<string, unknown>> = {
    'apiKey/authToken': apiKey ? authToken : !authToken && !getAuthToken,
    widgetType: !widgetTypes.includes(options.widgetType),
    destinationId: typeof destinationId !== 'string' || !destinationId,
    // The frame also checks the length (credentials.ts). A number, for example, has no `match`.
    userId: !(options.userId as Partial<string> | undefined)?.match?.(/^[^\s@]+$/),
    theme: theme && !themes.includes(theme),
    // Only functions have `call`.
    getAuthToken: getAuthToken && !(getAuthToken as { call?: unknown }).call,
    callback: callback && !(callback as { call?: unknown }).call,
    secretKey: options.secretKey || /^sk_./.test(apiKey || authToken!),
  }
  return [options as PageOptions, Object.keys(isInvalid).filter((name) => isInvalid[name])]
}

/**
 * Reads the options: fills in defaults and names every invalid or unknown option; never throws.
 * Such an option takes its default. option-problems.ts explains mistakes.
 *
 * A wrong `theme` and a `userId` that looks like personal data are invalid. A secret key in
 * any option is reported as `secretKey`, and an invalid combination of credentials as `apiKey`.
 *
 * @param supportsSize whether the browser accepts a CSS size (`CSS.supports`); by default any text passes
 */
export function readOptions(
  rawOptions: unknown,
  supportsSize: (size: string) => boolean = () => true,
): { options: ReadOptions; invalid: string[] } {
  const invalid: string[] = []
  const input = (rawOptions && typeof rawOptions === 'object' ? rawOptions : {}) as Record<string, unknown>
  const options: Record<string, unknown> = {}

  for (const [name, row] of Object.entries(optionTable) as [string, OptionRow][]) {
    const rawValue = input[name] === '' ? undefined : input[name]
    let value: unknown = rawValue ?? row.default
    if (value === undefined && !row.required) continue
    if (row.kind === 'symbol' && typeof value === 'string') value = canonicalSymbol(value)
    if (row.kind === 'holdings') value = readHoldings(value)
    if (accepts(name, row, value, supportsSize)) options[name] = value
    else {
      invalid.push(name)
      if (row.default !== undefined) options[name] = row.default
    }
  }

  const { apiKey, authToken, getAuthToken } = options
  if ('secretKey' in input || String(apiKey || authToken).startsWith('sk_')) invalid.push('secretKey')
  // Omitted if one of the two is already reported as invalid.
  const isAlreadyNamed = invalid.includes('apiKey') || invalid.includes('authToken')
  if (!isAlreadyNamed && (apiKey ? authToken : !authToken && !getAuthToken)) invalid.push('apiKey')
  for (const name in input)
    if (!Object.hasOwn(optionTable, name) && name !== 'secretKey' && name !== 'widgetType') invalid.push(name)
  return { options: options as ReadOptions, invalid }
}

/** Returns whether an option accepts a value. Colours are parsed when they are shown (live-options.ts). */
export function accepts(
  name: string,
  { kind }: OptionRow,
  value: unknown,
  supportsSize: (size: string) => boolean,
): boolean {
  if (kind === 'boolean' || kind === 'function') return typeof value === kind
  if (kind === 'holdings') return Array.isArray(value)
  if (kind === 'color' && typeof value === 'object') return true
  if (typeof value !== 'string') return false
  if (typeof kind !== 'string') return kind.includes(value)
  if (kind === 'symbol') return symbolPattern.test(value)
  if (kind === 'css') return supportsSize(value)
  return name === 'userId' ? isUserId(value) : /\S/.test(value)
}
