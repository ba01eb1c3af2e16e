/** The endpoints that make and end tokens and sessions (spec 4.2, 4.3): what they read, whom they answer. */
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/access.ts'
import type { Session as SessionAnswer } from '#contract/access.ts'
import { userIdPattern } from '#contract/options.ts'
import { accessRoutes } from '#contract/routes.ts'
import type { Door } from '#service/access/access.ts'
import type { RequestContext } from '#service/access/widget-access.ts'
import { removedCookie, sessionCookie } from './cookies.ts'
import { legacyToken } from './legacy.ts'
import { Problem } from '#contract/problem.ts'
import { readBody, readJson } from './requests.ts'
import type { Service } from '#service/service.ts'

const noStore = { 'Cache-Control': 'private, no-store' }
const form = 'application/x-www-form-urlencoded'

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

/** Mounts them. `asking` gives a request's facts; `mount` adds a route with its 405. */
export function mountAccess(
  service: Service,
  mount: (
    name: string,
    method: string,
    path: string,
    handle: (request: Request, asking: RequestContext) => Promise<Response>,
  ) => void,
): void {
  const { access, config } = service
  const at = (asking: RequestContext, door: Door) => {
    if (!access.doorsAt(asking.url).has(door)) throw new Problem('route-unknown')
  }
  const limit = ({ address }: RequestContext) =>
    access.limiter.take(`address ${address ?? 'unknown'}`, config.rates.accessPerAddress)
  const widget = (
    name: string,
    route: { method: string; path: string },
    handle: (request: Request, asking: RequestContext) => Promise<Response>,
  ) =>
    mount(name, route.method, route.path, async (request, asking) => {
      at(asking, 'widget')
      demandOwnOrigin(asking.headers, asking.url)
      limit(asking)
      return handle(request, asking)
    })

  mount('auth', 'POST', accessRoutes.auth.path, async (request, asking) => {
    at(asking, 'widget')
    // Server to server only: a secretKey in a browser has leaked already, and gets no token.
    if (asking.headers.has('origin') || asking.headers.has('sec-fetch-site')) {
      throw new Problem('origin-refused', {
        detail: 'Call /Auth from your server, never from a page.',
        parameter: 'Origin',
      })
    }
    limit(asking)
    const fields = new URLSearchParams(await readBody(request, form, config.maxBody))
    for (const name of ['apikey', 'secretKey']) {
      if (fields.getAll(name).length !== 1 || !fields.get(name)) {
        throw new Problem('malformed-body', { parameter: name, detail: `Send the field ${name} once.` })
      }
    }
    const userId = fields.get('userId')
    if (userId !== null && !userIdPattern.test(userId))
      throw new Problem('malformed-body', { parameter: 'userId', detail: 'Send an opaque identifier.' })
    const token = await access.makeAuthToken(
      fields.get('apikey')!,
      fields.get('secretKey')!,
      userId ?? undefined,
    )
    return new Response(token, { headers: { ...noStore, 'Content-Type': 'text/plain; charset=utf-8' } })
  })

  widget('token', accessRoutes.token, async (request) => {
    const body = await readJson(request, TokenRequestSchema, config.maxBody)
    if (!userIdPattern.test(body.userId)) {
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
  })

  widget('setCookie', accessRoutes.setCookie, async (request, { headers, url }) => {
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
  })

  widget('endSession', accessRoutes.endSession, async (_, asking) => {
    const session = await access.sessionOf(asking)
    await access.endSession(session)
    return new Response(null, {
      status: 204,
      headers: { ...noStore, 'Set-Cookie': removedCookie(session.instance) },
    })
  })

  widget('feedTicket', accessRoutes.feedTicket, async (_, asking) => {
    const ticket = await access.makeTicket(await access.sessionOf(asking))
    return Response.json({ ticket }, { headers: noStore })
  })

  mount('legacyToken', 'POST', accessRoutes.legacyToken.path, async (request, asking) => {
    at(asking, 'legacy')
    limit(asking)
    return legacyToken(access, request, config.maxBody)
  })
}
