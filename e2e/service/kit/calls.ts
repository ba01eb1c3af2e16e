/** The service's doors as a partner's server, a widget and a script use them. Nothing is checked: tests look at the answers. */
import { WebSocket } from 'ws'
import type { DemoCredentials } from '#e2e/kit/site.ts'

/** A widget's session: its cookie as a request carries it. */
export type WidgetSession = { readonly token: string; readonly cookie: string; readonly instance: string }

const post = (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  })

/** Spec 5.4.1: a one-time token, as a partner's server asks for it. */
export const askAuthToken = (
  url: string,
  { apiKey, secretKey }: Pick<DemoCredentials, 'apiKey' | 'secretKey'>,
) => fetch(`${url}/Auth`, { method: 'POST', body: new URLSearchParams({ apikey: apiKey, secretKey }) })

/** Spec 5.3.2: an access token, for a key or a one-time token. `ownOrigin`: the widget's own, where a proxy has another address. */
export const askToken = (
  url: string,
  credential: { apiKey: string } | { authToken: string },
  userId = 'user-1',
) => post(url, '/Token', { ...credential, userId })

/** Spec 5.3.3: the session of an access token. */
export const askSession = (url: string, token: string, origin: string, instance: string) =>
  post(url, '/setCookie', { origin, instance }, { Authorization: `Bearer ${token}` })

let instances = 0
/** Opens a session as a widget on the demo page does; rejects where the service refuses. */
export async function openSession(
  url: string,
  { apiKey }: Pick<DemoCredentials, 'apiKey'>,
  { origin = 'http://localhost:8081', userId = 'user-1' } = {},
): Promise<WidgetSession> {
  const instance = `instance-${++instances}`
  const answer = await askToken(url, { apiKey }, userId)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const opened = await askSession(url, token, origin, instance)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`no session: ${opened.status} ${await opened.text()}`)
  return { token, cookie, instance }
}

/** A look-up of the data API by a subscription key, by a session's cookie, or by nothing. */
export const lookUp = (url: string, path: string, by: { key: string } | WidgetSession | null) =>
  fetch(url + path, {
    headers:
      by === null ? {} : 'key' in by ? { 'Op-Subscription-Key': by.key } : { Cookie: by.cookie, Origin: url },
  })

export const endSession = (url: string, { cookie, instance }: WidgetSession) =>
  fetch(`${url}/session?instance=${instance}`, { method: 'DELETE', headers: { Cookie: cookie, Origin: url } })

export type FeedFrame = { readonly type: string } & Readonly<Record<string, unknown>>

export type OpenFeed = {
  readonly frames: FeedFrame[]
  /** Resolves when the connection stands, or was refused. */
  readonly opened: Promise<void>
  readonly send: (frame: object) => void
  /** The close code; where the upgrade was refused, its status. */
  readonly end: Promise<number>
  readonly close: () => void
}

/** Opens the feed of a session and gathers its frames. */
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
  const opened = new Promise<void>((resolve) => {
    socket.once('open', resolve).once('close', resolve)
  })
  socket.on('open', () => {
    if (symbols.length > 0) socket.send(JSON.stringify({ type: 'subscribe', symbols }))
  })
  return {
    frames,
    opened,
    end,
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.close(),
  }
}

/** The number of a counter or gauge in `/metrics`; undefined where it is not there. Labels are part of the name. */
export async function metric(url: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
