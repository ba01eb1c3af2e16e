/** Calls of the service by a partner's server, a widget or a script. They check nothing: tests check the responses. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { DemoCredentials } from '#e2e/kit/site.ts'

/** A widget's session: its `Cookie` header. */
export type WidgetSession = { readonly token: string; readonly cookie: string; readonly instance: string }

/** Path of a cheap lookup, to test access. */
export const tone = '/api/v1/platform/tone'

const post = (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  })

/** Requests a one-time token as a partner's server does. Spec 5.4.1. */
export const askAuthToken = (
  url: string,
  { apiKey, secretKey }: Pick<DemoCredentials, 'apiKey' | 'secretKey'>,
) => fetch(`${url}/Auth`, { method: 'POST', body: new URLSearchParams({ apikey: apiKey, secretKey }) })

/** Requests an access token for a key or a one-time token. Spec 5.3.2. */
export const askToken = (
  url: string,
  credential: { apiKey: string } | { authToken: string },
  userId = 'user-1',
  headers: Record<string, string> = {},
) => post(url, '/Token', { ...credential, userId }, headers)

/** Opens the session of an access token. Spec 5.3.3. */
export const askSession = (
  url: string,
  token: string,
  origin: string,
  instance: string,
  headers: Record<string, string> = {},
) => post(url, '/setCookie', { origin, instance }, { Authorization: `Bearer ${token}`, ...headers })

let instances = 0
/**
 * Opens a session as a widget on the demo page does; rejects if the service refuses it. `address`: the widget's
 * address, for tests with many widgets; the service must trust this machine as a proxy.
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
  const instance = `instance-${++instances}`
  const from = address === undefined ? {} : { 'X-Forwarded-For': address }
  const answer = await askToken(url, { apiKey }, userId, from)
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const opened = await askSession(url, token, origin, instance, from)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`no session: ${opened.status} ${await opened.text()}`)
  return { token, cookie, instance }
}

/** Credentials of a lookup: a subscription key, a session's cookie, or none. */
export type Presented = { readonly key: string } | WidgetSession | null

/** Sends a lookup of the data API. */
export const lookUp = (url: string, path: string, by: Presented) =>
  fetch(url + path, {
    headers:
      by === null ? {} : 'key' in by ? { 'Op-Subscription-Key': by.key } : { Cookie: by.cookie, Origin: url },
  })

export const endSession = (url: string, { cookie, instance }: WidgetSession) =>
  fetch(`${url}/session?instance=${instance}`, { method: 'DELETE', headers: { Cookie: cookie, Origin: url } })

/** Status of a cheap lookup: 200 if the credential is accepted, otherwise 401. */
export const statusBy = async (url: string, by: Presented): Promise<number> =>
  (await lookUp(url, tone, by)).status

export type FeedFrame = { readonly type: string } & Readonly<Record<string, unknown>>

export type OpenFeed = {
  readonly frames: FeedFrame[]
  /** Resolves when the connection is open or refused. */
  readonly opened: Promise<void>
  /** Resolves with a frame of the type, received or future; rejects if the feed ends first. */
  readonly hears: (type: string) => Promise<void>
  readonly send: (frame: object) => void
  /** The close code, or the status if the upgrade was refused. */
  readonly end: Promise<number>
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
  const end = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('close', resolve)
    socket.on('error', () => {})
  })
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as FeedFrame))
  const hears = async (type: string) => {
    while (!frames.some((frame) => frame.type === type)) {
      const code = await Promise.race([once(socket, 'message').then(() => null), end])
      if (code !== null) throw new Error(`the feed ended with ${code} before it heard of ${type}`)
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
    hears,
    end,
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.close(),
  }
}

/** Value of a metric in `/metrics`; undefined if it is missing. The name includes labels. */
export async function metric(url: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** Sum of a metric over several nodes; NaN if one of them lacks it. */
export async function metricSum(urls: readonly string[], name: string): Promise<number> {
  const numbers = await Promise.all(urls.map((url) => metric(url, name)))
  return numbers.reduce<number>((all, one) => all + (one ?? NaN), 0)
}
