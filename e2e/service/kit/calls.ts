/** Calls to the service by a partner's server, a widget or a script. They do not check responses: the tests do. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { DemoCredentials } from '#e2e/kit/site.ts'

/** A widget's session: access token, `Cookie` header and instance id. */
export type WidgetSession = { readonly token: string; readonly cookie: string; readonly instance: string }

/** Path of a fast lookup, to test access. */
export const tonePath = '/api/v1/platform/tone'

const post = (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  })

/** Requests a one-time token as a partner's server does. Spec 5.4.1. */
export const requestAuthToken = (
  url: string,
  { apiKey, secretKey }: Pick<DemoCredentials, 'apiKey' | 'secretKey'>,
) => fetch(`${url}/Auth`, { method: 'POST', body: new URLSearchParams({ apikey: apiKey, secretKey }) })

/** Requests an access token for a key or a one-time token. Spec 5.3.2. */
export const requestToken = (
  url: string,
  credential: { apiKey: string } | { authToken: string },
  userId = 'user-1',
  headers: Record<string, string> = {},
) => post(url, '/Token', { ...credential, userId }, headers)

/** Opens the session of an access token. Spec 5.3.3. */
export const requestSession = (
  url: string,
  token: string,
  origin: string,
  instance: string,
  headers: Record<string, string> = {},
) => post(url, '/setCookie', { origin, instance }, { Authorization: `Bearer ${token}`, ...headers })

/**
 * A user and an address for each call of a load, because a single user or address would reach its
 * limit on a fast machine.
 */
export const callerOf = (callIndex: number): { userId: string; address: string } => ({
  userId: `user-${callIndex}`,
  address: `203.0.${(callIndex >> 8) & 255}.${callIndex & 255}`,
})

let instanceCount = 0
/**
 * Opens a session as a widget on the demo page does; rejects if the service refuses it. `address`: IP address of the
 * widget, sent as `X-Forwarded-For`; the service must trust this machine as a proxy.
 */
export async function openSession(
  url: string,
  { apiKey }: Pick<DemoCredentials, 'apiKey'>,
  {
    origin = 'http://localhost:8081',
    userId = 'user-1',
    address,
  }: { origin?: string; userId?: string; address?: string } = {},
): Promise<WidgetSession> {
  const instance = `instance-${++instanceCount}`
  const proxyHeader = address === undefined ? {} : { 'X-Forwarded-For': address }
  const tokenResponse = await requestToken(url, { apiKey }, userId, proxyHeader)
  if (!tokenResponse.ok)
    throw new Error(`POST /Token failed with status ${tokenResponse.status}: ${await tokenResponse.text()}`)
  const { access_token: token } = (await tokenResponse.json()) as { access_token: string }
  const sessionResponse = await requestSession(url, token, origin, instance, proxyHeader)
  const cookie = sessionResponse.headers.get('set-cookie')?.split(';')[0]
  if (!cookie)
    throw new Error(
      `POST /setCookie set no cookie, status ${sessionResponse.status}: ${await sessionResponse.text()}`,
    )
  return { token, cookie, instance }
}

/** Credentials of a lookup: a subscription key, a session's cookie, or none. */
export type LookupCredentials = { readonly key: string } | WidgetSession | null

/** Sends a lookup of the data API. */
export const lookUp = (url: string, path: string, credentials: LookupCredentials) =>
  fetch(url + path, {
    headers:
      credentials === null
        ? {}
        : 'key' in credentials
          ? { 'Op-Subscription-Key': credentials.key }
          : { Cookie: credentials.cookie, Origin: url },
  })

export const endSession = (url: string, { cookie, instance }: WidgetSession) =>
  fetch(`${url}/session?instance=${instance}`, { method: 'DELETE', headers: { Cookie: cookie, Origin: url } })

/** Status of a fast lookup: 200 if the credentials are accepted, otherwise 401. */
export const lookupStatus = async (url: string, credentials: LookupCredentials): Promise<number> =>
  (await lookUp(url, tonePath, credentials)).status

export type FeedFrame = { readonly type: string } & Readonly<Record<string, unknown>>

export type OpenFeed = {
  readonly frames: FeedFrame[]
  /** Resolves when the connection is open or refused. */
  readonly opened: Promise<void>
  /** Resolves once a frame of the type has been received; rejects if the feed ends first. */
  readonly waitForFrame: (type: string) => Promise<void>
  readonly send: (frame: object) => void
  /** Resolves with the close code, or with the HTTP status if the upgrade is refused. */
  readonly closeCode: Promise<number>
  readonly close: () => void
}

/** Opens the feed of a session and records its frames. */
export function openFeed(
  url: string,
  { cookie, instance }: WidgetSession,
  symbols: readonly string[] = [],
): OpenFeed {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=${instance}`, {
    headers: { Cookie: cookie, Origin: url },
  })
  const frames: FeedFrame[] = []
  const closeCode = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('close', resolve)
    socket.on('error', () => {})
  })
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as FeedFrame))
  const waitForFrame = async (type: string) => {
    while (!frames.some((frame) => frame.type === type)) {
      const code = await Promise.race([once(socket, 'message').then(() => null), closeCode])
      if (code !== null)
        throw new Error(`the feed ended with ${code} before it received a frame of type ${type}`)
    }
  }
  const opened = new Promise<void>((resolve) => {
    socket.once('open', resolve).once('close', resolve)
  })
  socket.on('open', () => {
    if (symbols.length > 0) socket.send(JSON.stringify({ type: 'subscribe', symbols }))
  })
  return {
    frames,
    opened,
    waitForFrame,
    closeCode,
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.close(),
  }
}

/** Value of a metric in `/metrics`; undefined if it is missing. The name includes labels. */
export async function metric(url: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** Sum of a metric over several nodes; NaN if one of them lacks it. */
export async function metricSum(urls: readonly string[], name: string): Promise<number> {
  const numbers = await Promise.all(urls.map((url) => metric(url, name)))
  return numbers.reduce<number>((sum, value) => sum + (value ?? NaN), 0)
}
