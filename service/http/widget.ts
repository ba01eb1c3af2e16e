/** The endpoints that make and end tokens and sessions (spec 4.2, 4.3): what they read, whom they answer. */
import * as v from 'valibot'
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/access.ts'
import type { Session as SessionAnswer } from '#contract/access.ts'
import { accessRoutes } from '#contract/routes.ts'
import type { Access } from '#service/access/access.ts'
import type { Config } from '#service/settings/config.ts'
import { removedCookie, sessionCookie } from './cookies.ts'
import { legacyToken } from './legacy.ts'
import { Problem } from '#contract/problem.ts'
import { readBody, readJson } from './requests.ts'
import type { RequestContext, Route } from './route.ts'

const noStore = { 'Cache-Control': 'private, no-store' }
const form = 'application/x-www-form-urlencoded'
/** A userId is an opaque identifier: no blank and no @, which mark names and e-mail addresses (spec 2.5). */
const UserId = v.pipe(v.string(), v.regex(/^[^\s@]{1,256}$/))

/**
 * Refuses a call that does not come from the widget's own page.
 *
 * Browsers send `Origin` with every POST and DELETE, and its host must be the one the request was sent to. A call
 * without `Origin` is let in only where `Sec-Fetch-Site`, which browsers send with every request, is absent as well:
 * then the caller is no browser, no user's cookies are at stake, and such a caller could forge `Origin` anyway.
 * (`Sec-Fetch-Mode` alone says nothing: Node's own `fetch` sends it.)
 */
export function demandOwnOrigin(headers: Headers, url: URL): void {
  const origin = headers.get('origin')
  const own =
    origin === null
      ? headers.get('sec-fetch-site') === null
      : URL.canParse(origin) && new URL(origin).host === url.host
  if (!own)
    throw new Problem('origin-refused', {
      detail: 'Only the widget itself makes this request, from its own address.',
      parameter: 'Origin',
    })
}

export type WidgetParts = {
  readonly access: Access
  readonly config: Pick<Config, 'maxBody' | 'rates' | 'version'>
}

type Handle = Route['handle']

/** The rows. */
export function widgetTable(parts: WidgetParts): Route[] {
  const { access, config } = parts
  const limit = ({ address }: RequestContext) =>
    access.limiter.take(`address ${address ?? 'unknown'}`, config.rates.accessPerAddress)
  /** A call that only the widget's own page makes. */
  const own =
    (handle: Handle): Handle =>
    (context) => {
      demandOwnOrigin(context.headers, context.url)
      limit(context)
      return handle(context)
    }
  /** A call that only a server makes: a secretKey in a browser has leaked already, and gets no token. */
  const serverToServer =
    (handle: Handle): Handle =>
    (context) => {
      if (context.headers.has('origin') || context.headers.has('sec-fetch-site')) {
        throw new Problem('origin-refused', {
          detail: 'Call /Auth from your server, never from a page.',
          parameter: 'Origin',
        })
      }
      limit(context)
      return handle(context)
    }
  const row = (name: keyof typeof accessRoutes, handle: Handle): Route => {
    const { method, path } = accessRoutes[name]
    return { name, method, path, door: name === 'legacyToken' ? 'legacy' : 'widget', handle }
  }
  return [
    row('auth', serverToServer(makeAuthToken(parts))),
    row('token', own(makeAccessToken(parts))),
    row('setCookie', own(openSession(parts))),
    row('endSession', own(endSession(parts))),
    row('feedTicket', own(makeTicket(parts))),
    row('legacyToken', (context) => {
      limit(context)
      return legacyToken(access, context.request, config.maxBody)
    }),
  ]
}

const makeAuthToken =
  ({ access, config }: WidgetParts): Handle =>
  async ({ request }) => {
    const fields = new URLSearchParams(await readBody(request, form, config.maxBody))
    for (const name of ['apikey', 'secretKey']) {
      if (fields.getAll(name).length !== 1 || !fields.get(name)) {
        throw new Problem('malformed-body', { parameter: name, detail: `Send the field ${name} once.` })
      }
    }
    const userId = fields.get('userId')
    if (userId !== null && !v.is(UserId, userId))
      throw new Problem('malformed-body', { parameter: 'userId', detail: 'Send an opaque identifier.' })
    const token = await access.makeAuthToken(
      fields.get('apikey')!,
      fields.get('secretKey')!,
      userId ?? undefined,
    )
    return new Response(token, { headers: { ...noStore, 'Content-Type': 'text/plain; charset=utf-8' } })
  }

const makeAccessToken =
  ({ access, config }: WidgetParts): Handle =>
  async ({ request }) => {
    const body = await readJson(request, TokenRequestSchema, config.maxBody)
    if (!v.is(UserId, body.userId)) {
      throw new Problem('malformed-body', {
        parameter: 'userId',
        detail: 'Send a stable identifier that is no e-mail address and no name.',
      })
    }
    const answer = await access.makeAccessToken(
      'apiKey' in body ? { apiKey: body.apiKey } : { authToken: body.authToken },
      body.userId,
    )
    return Response.json(answer, { headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } })
  }

const openSession =
  ({ access, config }: WidgetParts): Handle =>
  async ({ request, headers, url }) => {
    const { origin, instance } = await readJson(request, SetCookieRequestSchema, config.maxBody)
    const ownOrigin = headers.get('origin') ?? url.origin
    const opened = await access.openSession(
      headers.get('authorization'),
      origin ?? 'null',
      instance,
      ownOrigin,
    )
    const answer: SessionAnswer = { expires_in: opened.expiresIn, settings: opened.settings }
    return Response.json(answer, {
      headers: { ...noStore, 'Set-Cookie': sessionCookie(instance, opened.cookie, opened.expiresIn) },
    })
  }

const endSession =
  ({ access }: WidgetParts): Handle =>
  async (context) => {
    const session = await access.sessionOf(context)
    await access.endSession(session)
    return new Response(null, {
      status: 204,
      headers: { ...noStore, 'Set-Cookie': removedCookie(session.instance) },
    })
  }

const makeTicket =
  ({ access }: WidgetParts): Handle =>
  async (context) => {
    const ticket = await access.makeTicket(await access.sessionOf(context))
    return Response.json({ ticket }, { headers: noStore })
  }
