/**
 * The package's entry `/loader`: adds the loader's script to a page, and exports all public types.
 *
 * Importing has no side effect, and on a server nothing happens: the promise resolves to a loader
 * whose widgets do nothing, so that the same code renders in both places.
 */
import { EventType, type LoaderErrorCode, type WidgetError } from '#contract/bridge/bridge.ts'
import { packageError } from './failure/package-error.ts'
import type { ServiceWidgetLoader } from '../loader.ts'
import type { WidgetInstance } from '../widget.ts'

export { EventType } from '#contract/bridge/bridge.ts'
export type {
  Connection,
  EventPayloads,
  LoaderErrorCode,
  Sentiment,
  SetSymbol,
  WidgetCommand,
  WidgetError,
  WidgetEvent,
} from '#contract/bridge/bridge.ts'
export type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
export type { Locale } from '#contract/text/locales.ts'
export type {
  ColorConvention,
  ColorVision,
  Density,
  GetAuthToken,
  Loading,
  PanelName,
  Theme,
  WidgetCredentials,
  WidgetOptions,
  WidgetSettings,
  WidgetType,
} from '#contract/bridge/options/options.ts'
export type { OptionLeg, SecurityLeg, TicketReceived, TradeTicket } from '#contract/bridge/trade-ticket.ts'
export type { LoaderFailure } from './failure/package-error.ts'
export type { ServiceWidgetLoader } from '../loader.ts'
export type { SupportReport, WidgetReport } from '../report.ts'
export type { WidgetInstance } from '../widget.ts'

declare global {
  /** Defined by the script `/widgetLoader`; undefined before it has run, and if it was blocked. */
  var serviceWidgetLoader: ServiceWidgetLoader | undefined
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Window {
    /** Defined by the script `/widgetLoader`; undefined before it has run, and if it was blocked. */
    serviceWidgetLoader?: ServiceWidgetLoader | undefined
  }
}

/** Address of the loader, and retries. */
export type LoaderSource = {
  /**
   * Address of `/widgetLoader` or `/widgetLoader/<version>.js` on the service; under Trusted Types a
   * `TrustedScriptURL` of your own policy.
   */
  src: string | { toString: () => string }
  /** Subresource Integrity value of a pinned version, from `/widgetLoader/versions.json`. */
  integrity?: string | undefined
  /** Nonce of the page's Content Security Policy. */
  nonce?: string | undefined
  /** Maximum number of retries after a failure, each with a new tag. Default: 2. */
  retries?: number | undefined
  /** Timeout of one attempt, milliseconds. Default: 10,000. */
  timeoutMs?: number | undefined
}

/** Delay before the first retry, milliseconds; it doubles with each further retry. */
const firstDelayMs = 500

const loaders = new Map<string, Promise<ServiceWidgetLoader>>()

/**
 * Loads the loader, once per address; a failure is not cached, so the next call retries. Resolves to the
 * page's loader if there is one already.
 *
 * @returns rejects with a `LoaderFailure`: `BAD_OPTION` (no address, or an invalid number; not retried),
 *   `CSP_BLOCKED` (the page's policy forbids the script; not retried), `NETWORK` (blocked, offline, wrong hash, or
 *   no loader at this address) or `TIMEOUT`.
 */
export function loadServiceWidget(source: LoaderSource): Promise<ServiceWidgetLoader> {
  if (typeof document === 'undefined') return Promise.resolve(inert)
  const loader = existingLoader()
  if (loader) return Promise.resolve(loader)
  const address = addressOf(source.src)
  const mistake = mistakeIn(source, address)
  if (mistake) return Promise.reject(packageError('BAD_OPTION', mistake, address))
  let loading = loaders.get(address)
  if (!loading) {
    loading = loadWithRetries(source, address, source.retries ?? 2, firstDelayMs)
    loaders.set(address, loading)
    loading.catch(() => loaders.delete(address))
  }
  return loading
}

/** Returns the address as a text; blank for any other value, such as an unset environment variable. */
export const addressOf = (src: LoaderSource['src'] | null | undefined): string => {
  try {
    const isAddress = typeof src === 'string' || (typeof src === 'object' && src)
    return isAddress ? `${src}`.trim() : ''
  } catch {
    // An object without `toString`.
    return ''
  }
}

/** Explains a wrong address or number; undefined if there is no mistake. */
function mistakeIn({ retries, timeoutMs }: LoaderSource, address: string): string | undefined {
  if (!address) return 'src is required (no address): it must be the https address of /widgetLoader'
  const [wrongNumber] = Object.entries({ retries, timeoutMs }).filter(
    ([, value]) => value != null && !(typeof value === 'number' && value >= 0),
  )
  return wrongNumber && `${wrongNumber[0]} must be a number of 0 or more`
}

/**
 * Returns the page's loader, if there is one. An element with this id would also be a global of the
 * same name, but without a version.
 */
const existingLoader = () => {
  const loader = window.serviceWidgetLoader
  return loader?.version ? loader : undefined
}

async function loadWithRetries(
  source: LoaderSource,
  address: string,
  retries: number,
  delayMs: number,
): Promise<ServiceWidgetLoader> {
  try {
    return await inject(source, address)
  } catch (error) {
    if (!retries || !/^[NT]/.test((error as WidgetError).code)) throw error
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return loadWithRetries(source, address, retries - 1, delayMs * 2)
  }
}

/** Adds one script tag, and removes it again if it fails. */
function inject(
  { src, integrity, nonce, timeoutMs = 10_000 }: LoaderSource,
  address: string,
): Promise<ServiceWidgetLoader> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const finish = (code: LoaderErrorCode, message: string) => {
      clearTimeout(timer)
      removeEventListener('securitypolicyviolation', onViolation)
      script.onload = script.onerror = null
      const loader = existingLoader()
      // A script that arrives late is accepted.
      if (loader) return resolve(loader)
      script.remove()
      reject(packageError(code, message, script.src))
    }
    const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
      if (disposition === 'enforce' && blockedURI && script.src.startsWith(blockedURI))
        finish('CSP_BLOCKED', `add to script-src ${address}`)
    }
    const timer = setTimeout(finish, timeoutMs, 'TIMEOUT', `no answer from ${address} in ${timeoutMs} ms`)
    addEventListener('securitypolicyviolation', onViolation)
    script.onload = () => finish('NETWORK', `${address} is not the loader`)
    // A violation of the page's policy is reported after the error event.
    script.onerror = () =>
      setTimeout(
        finish,
        0,
        'NETWORK',
        navigator.onLine
          ? `cannot load ${address}: is the address right? Otherwise it is blocked, or not what integrity says`
          : `cannot load ${address}: the browser is offline`,
      )
    if (integrity) {
      script.integrity = integrity
      script.crossOrigin = 'anonymous'
    }
    if (nonce) script.nonce = nonce
    try {
      // Assigns the object itself, because it may be a TrustedScriptURL.
      script.src = src as string
    } catch {
      return finish('CSP_BLOCKED', 'trusted-types: give a TrustedScriptURL as src')
    }
    if (/^https?:/.test(script.src)) document.head.append(script)
    else finish('BAD_OPTION', 'src must be the https address of /widgetLoader')
  })
}

const noop = () => undefined

/** The widget on a server: its methods do nothing. */
const inertWidget: WidgetInstance = {
  on: () => noop,
  postMessage: noop,
  getState: noop,
  destroyWidget: noop,
  EventType,
}

const inert: ServiceWidgetLoader = {
  load: () => inertWidget,
  warm: () => inertWidget,
  EventType,
  version: '',
  diagnose: () => [{ loader: '', protocol: 0, origin: '', isSecureContext: false, app: '' }],
}
