/**
 * JSON over HTTPS from one vendor: rate budget, timeout, retries with jitter, circuit breaker, and
 * responses that are parsed before they are used. The credential is sent to the vendor's own host only
 * and appears in no message.
 */
import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
  BrokenCircuitError,
} from 'cockatiel'
import * as v from 'valibot'
import type { Provision } from '#service/markets/capabilities.ts'
import type { Log } from '#service/shared/log.ts'
import type { CurrentPriority, RateBudget, RateReading } from './rate-budget.ts'
import { VendorError } from './vendor-error.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export type VendorClientOptions = {
  /** The vendor's name in log lines and errors, such as `massive`. */
  readonly vendor: string
  /** Address of the API, for example `https://api.massive.com`. */
  readonly baseUrl: string
  /** Sent with every call, the credential included. */
  readonly headers: Readonly<Record<string, string>>
  readonly budget: RateBudget
  readonly log: Log
  /**
   * Advice for the operator if the vendor refuses access, such as `check MASSIVE_API_KEY and its
   * plan`.
   */
  readonly accessAdvice: string
  /** Reads the vendor's rate-limit headers; undefined if a response has none. */
  readonly readLimits?: (headers: Headers) => RateReading | undefined
  /**
   * Whether a 401 or 403 means that the vendor does not have the requested name: file servers without
   * listing rights answer so. By default it means that access is refused.
   */
  readonly isNotFound?: (url: URL) => Promise<boolean>
  /** Timeout of one attempt, milliseconds. */
  readonly timeoutMs?: number
  /** Attempts after the first that failed without a usable response. */
  readonly retries?: number
  readonly fetch?: typeof globalThis.fetch
}

type Schema = v.GenericSchema

export type VendorClient = {
  /**
   * Requests a path. The default priority is that of users.
   *
   * @throws VendorError
   */
  get<Response extends Schema>(
    path: string,
    query: Query,
    schema: Response,
    priority?: CurrentPriority,
  ): Promise<v.InferOutput<Response>>
  /**
   * Requests the absolute address of a next page.
   *
   * @throws VendorError `malformed`, without a call, if it is not on the vendor's host
   */
  getPage<Response extends Schema>(url: string, schema: Response): Promise<v.InferOutput<Response>>
  /** Posts a form. */
  post<Response extends Schema>(path: string, form: Query, schema: Response): Promise<v.InferOutput<Response>>
  /** Whether calls are refused because the latest ones failed. */
  isFailing(): boolean
  /** Whether the latest response refused the credential or the plan. */
  isDenied(): boolean
  /** The same as the state of a provision. */
  state(): Provision['state']
  /** Cancels the calls that are under way. */
  close(): void
}

/** Consecutive calls without a usable response after which the circuit opens. */
const failuresBeforeOpen = 5
/**
 * How long the circuit stays open before one call probes the vendor: doubles up to the maximum.
 * Milliseconds.
 */
const openForMs = { initialDelay: 5_000, maxDelay: 60_000 }
const retryDelayMs = { initialDelay: 200, maxDelay: 3_000 }

const isUnavailable = (error: unknown): boolean =>
  error instanceof VendorError && error.kind === 'unavailable'
const isWorthRetry = (error: unknown): boolean =>
  isUnavailable(error) ||
  (error instanceof VendorError && error.kind === 'throttled' && error.cause !== undefined)

export function createVendorClient(options: VendorClientOptions): VendorClient {
  const { vendor, budget, log, accessAdvice, timeoutMs = 8_000, retries = 2 } = options
  const base = new URL(options.baseUrl)
  const closing = new AbortController()
  const breaker = circuitBreaker(handleWhen(isUnavailable), {
    breaker: new ConsecutiveBreaker(failuresBeforeOpen),
    halfOpenAfter: new ExponentialBackoff(openForMs),
  })
  const policy = wrap(
    retry(handleWhen(isWorthRetry), { maxAttempts: retries, backoff: new ExponentialBackoff(retryDelayMs) }),
    breaker,
  )
  let isFailureLogged = false
  breaker.onBreak((failure) => {
    // One line for an outage: each probe that fails opens the circuit again.
    if (isFailureLogged) return
    isFailureLogged = true
    const error = 'error' in failure ? failure.error : undefined
    log('warn', 'market-vendor-failing', { vendor, reason: error instanceof Error ? error.message : '' })
  })
  breaker.onReset(() => {
    isFailureLogged = false
    log('info', 'market-vendor-recovered', { vendor })
  })
  let isDenied = false
  const isFailing = () => breaker.state !== CircuitState.Closed

  const denied = (url: URL, status: number, reason: string): VendorError => {
    const message = `${vendor} refuses access to ${url.pathname} (${status}${reason && `: ${reason}`}): ${accessAdvice}`
    // One line, until the vendor grants access again.
    if (!isDenied)
      log('error', 'market-access-denied', {
        vendor,
        path: url.pathname,
        status,
        reason,
        advice: accessAdvice,
      })
    isDenied = true
    return new VendorError('denied', message)
  }
  const errorOf = async (response: Response, url: URL): Promise<VendorError> => {
    const { status } = response
    const reason = withoutSecrets(reasonIn(await response.text().catch(() => '')), options.headers)
    const isRefused = status === 401 || status === 403
    if (status === 404 || (isRefused && (await options.isNotFound?.(url))))
      return new VendorError('not-found', `${vendor} has no ${url.pathname}`)
    if (isRefused) return denied(url, status, reason)
    if (status === 429) {
      const retryAfterMs =
        retryAfterOf(response.headers) ?? options.readLimits?.(response.headers)?.resetMs ?? 1000
      budget.pause(retryAfterMs)
      return new VendorError(
        'throttled',
        `${vendor} refuses calls for ${Math.ceil(retryAfterMs / 1000)} s (429)`,
        {
          retryAfterMs,
          cause: status,
        },
      )
    }
    const kind = status >= 500 ? 'unavailable' : 'malformed'
    return new VendorError(kind, `${vendor} answered ${status} to ${url.pathname}${reason && `: ${reason}`}`)
  }

  const call = async (url: URL, init: RequestInit, priority?: CurrentPriority): Promise<unknown> => {
    await budget.acquire(priority)
    let response: Response
    let text: string
    try {
      response = await (options.fetch ?? fetch)(url, {
        ...init,
        headers: {
          Accept: 'application/json',
          ...options.headers,
          ...(init.headers as Record<string, string>),
        },
        // A redirect would send the credential to another address.
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      })
      const reading = options.readLimits?.(response.headers)
      if (reading) budget.report(reading)
      if (!response.ok) throw await errorOf(response, url)
      text = await response.text()
    } catch (error) {
      if (error instanceof VendorError) throw error
      throw new VendorError(
        'unavailable',
        `${vendor} did not respond to ${url.pathname}: ${reasonOf(error)}`,
        {
          cause: error,
        },
      )
    }
    if (isDenied) log('info', 'market-vendor-recovered', { vendor })
    isDenied = false
    try {
      return JSON.parse(text)
    } catch (error) {
      // A truncated body is a fault of the connection: the next attempt may succeed.
      throw new VendorError('unavailable', `${vendor} sent no complete JSON for ${url.pathname}`, {
        cause: error,
      })
    }
  }

  const request = async <Response extends Schema>(
    url: URL,
    init: RequestInit,
    schema: Response,
    priority?: CurrentPriority,
  ): Promise<v.InferOutput<Response>> => {
    let body: unknown
    try {
      body = await policy.execute(() => call(url, init, priority))
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error
      throw new VendorError('unavailable', `${vendor} is not called, because its latest responses failed`, {
        cause: error,
      })
    }
    const parsed = v.safeParse(schema, body)
    if (parsed.success) return parsed.output
    const [issue] = parsed.issues
    throw new VendorError(
      'malformed',
      `${vendor} ${url.pathname}: ${v.getDotPath(issue) ?? 'the response'}: ${issue.expected ? `expected ${issue.expected}, got ${issue.received}` : issue.message}`,
    )
  }
  const urlOf = (path: string, query: Query = {}): URL => {
    const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    return url
  }

  return {
    get: (path, query, schema, priority) => request(urlOf(path, query), {}, schema, priority),
    async getPage(address, schema) {
      const url = URL.parse(address)
      if (url?.origin !== base.origin)
        throw new VendorError(
          'malformed',
          `${vendor} named a next page on another host, ${url?.host ?? 'none'}`,
        )
      return request(url, {}, schema)
    },
    post: (path, form, schema) =>
      request(urlOf(path), { method: 'POST', body: new URLSearchParams(entriesOf(form)) }, schema),
    isFailing,
    isDenied: () => isDenied,
    state: () => (isDenied ? 'denied' : isFailing() ? 'failing' : 'working'),
    close: () => closing.abort(),
  }
}

const entriesOf = (form: Query): [string, string][] =>
  Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))

/** An error's text, and the code of its cause: `fetch` puts ECONNREFUSED there. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return `${error.name}: ${error.message}${typeof code === 'string' ? ` (${code})` : ''}`
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3), as milliseconds. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Vendors repeat a wrong credential in their message. */
const withoutSecrets = (text: string, headers: Readonly<Record<string, string>>): string =>
  Object.values(headers)
    .map((value) => value.replace(/^Bearer /, ''))
    .filter((value) => value.length >= 6)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text)

/**
 * The vendor's own words on an error: the first short text of a JSON body, however deep, or a short plain
 * body.
 */
function reasonIn(body: string): string {
  try {
    return (
      textsIn(JSON.parse(body))
        .find((text) => text.includes(' '))
        ?.slice(0, 200) ?? ''
    )
  } catch {
    return /^[\w .,'-]{1,200}$/.test(body.trim()) ? body.trim() : ''
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
