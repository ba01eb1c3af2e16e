/** Routes for tokens and sessions (docs/specification.md 4.2, 4.3). */
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/api/access.ts'
import { isUserId } from '#contract/bridge/credentials.ts'
import { framePath } from '#contract/api/paths.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import type { Access } from '#service/access/access.ts'
import { isSerializedOrigin, maxOriginLength } from '#service/access/origins.ts'
import { requireWidgetPage, requireServerCall } from '#service/access/sessions/request-source.ts'
import { sessionCaller } from '#service/access/sessions/session-recognition.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import type { LookupEnvironments } from '#service/lookups/environments.ts'
import type { Config } from '#service/shared/config.ts'
import { withoutHeaders } from '#service/http/request/request.ts'
import { cookieRemoval, sessionCookie } from '#service/http/request/cookies.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import { nextChannel } from '#service/http/releases/channels.ts'
import { legacyToken } from './legacy.ts'
import { Problem } from '#contract/api/problem.ts'
import { rateHeaders } from '#service/http/problems/problem-headers.ts'
import { readBody, readJson } from '#service/http/request/read-request.ts'
import type { RequestHandler } from '#service/http/request-handler.ts'
import { createFirstResponses, firstRequestUrl } from '#service/http/first-response.ts'
import type { AddFirstResponse } from '#service/http/first-response.ts'
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
import type { ResponseSerializer } from '#service/http/response/response-serializer.ts'
import {
  emptyResponse,
  headerList,
  jsonResponse,
  textResponse,
  withHeaders,
} from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'

const noStore = { 'Cache-Control': 'private, no-store' }
const form = 'application/x-www-form-urlencoded'

export type WidgetParts = {
  readonly access: Access
  readonly config: Pick<Config, 'maxBody' | 'version'>
  readonly environments: LookupEnvironments
  /** Serializer that is shared with the data API. The default is a separate one without Brotli. */
  readonly serializer?: ResponseSerializer
}

type Handle = Route['handle']

/**
 * Whether a request comes from the frame of `/widgetLoader/next.js`. Only that document sends its address in
 * `Referer`.
 */
const isNextFrame = (referer: string | null): boolean =>
  referer !== null && URL.parse(referer)?.pathname === `${framePath}/${nextChannel}`

/**
 * Returns the routes for tokens and sessions.
 *
 * @param respond handles the first data request of a session
 */
export function createWidgetRoutes(parts: WidgetParts, respond: RequestHandler['respond']): Route[] {
  const { access, config } = parts
  const withCheck =
    (assertAllowed: (credentials: RequestCredentials) => void, handle: Handle): Handle =>
    (request) => {
      assertAllowed(readCredentials(request, request))
      return handle(request)
    }
  /**
   * Counts the opening of a session by address before its body is read. The response has the
   * remaining count.
   */
  const countOpening =
    (handle: Handle): Handle =>
    async (request) => {
      const rate = await request.onIdentified({ kind: 'address', address: request.address })
      return withHeaders(await handle(request), headerList(rateHeaders(rate)))
    }
  const createRoute = (name: keyof typeof accessRoutes, limits: Route['limits'], handle: Handle): Route => {
    const { method, path } = accessRoutes[name]
    return { name, method, path, door: name === 'legacyToken' ? 'legacy' : 'widget', limits, handle }
  }
  const fromPage = (handle: Handle) => withCheck(requireWidgetPage, handle)
  return [
    createRoute('auth', ['partner'], withCheck(requireServerCall, makeAuthToken(parts))),
    createRoute('token', ['openingAddress', 'partner'], fromPage(countOpening(makeAccessToken(parts)))),
    createRoute(
      'setCookie',
      ['openingAddress', 'openingKeyOrigin', 'partner'],
      fromPage(countOpening(openSession(parts, createFirstResponses(respond)))),
    ),
    createRoute('endSession', ['widgetSession'], fromPage(endSession(parts))),
    createRoute('feedTicket', ['widgetSession'], fromPage(makeTicket(parts))),
    createRoute('legacyToken', ['clientTokens'], (request) =>
      legacyToken({ access, maxBody: config.maxBody, sender: readCredentials(request, request) }, request),
    ),
  ]
}

const makeAuthToken =
  ({ access, config }: WidgetParts): Handle =>
  async (request) => {
    const fields = new URLSearchParams(await readBody(request, form, config.maxBody))
    for (const name of ['apikey', 'secretKey']) {
      if (fields.getAll(name).length !== 1 || !fields.get(name)) {
        const detail =
          name === 'apikey' && fields.has('apiKey')
            ? 'The field is apikey in lower case, and not apiKey.'
            : `Send the field ${name} once.`
        throw new Problem('malformed-body', { parameter: name, detail })
      }
    }
    const userId = fields.get('userId')
    if (userId !== null && !isUserId(userId))
      throw new Problem('malformed-body', { parameter: 'userId', detail: 'Send an opaque identifier.' })
    const tokenRequest = {
      apiKey: fields.get('apikey')!,
      secretKey: fields.get('secretKey')!,
      userId: userId ?? undefined,
    }
    const { token, rate } = await access.makeAuthToken(tokenRequest, readCredentials(request, request))
    return textResponse(token, {
      ...noStore,
      ...rateHeaders(rate),
      'Content-Type': 'text/plain; charset=utf-8',
    })
  }

const makeAccessToken =
  ({ access, config }: WidgetParts): Handle =>
  async (request) => {
    const body = await readJson(request, TokenRequestSchema, config.maxBody)
    if (!isUserId(body.userId)) {
      throw new Problem('malformed-body', {
        parameter: 'userId',
        detail: 'Send a stable identifier that is no e-mail address and no name.',
      })
    }
    const accessToken = await access.makeAccessToken(
      'apiKey' in body ? { apiKey: body.apiKey } : { authToken: body.authToken },
      body.userId,
      readCredentials(request, request),
    )
    return jsonResponse(accessToken, { 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  }

const openSession = (
  { access, config, environments, serializer = createResponseSerializer() }: WidgetParts,
  addFirstResponse: AddFirstResponse,
): Handle => {
  return async (request) => {
    const { origin, instance, firstRequest } = await readJson(request, SetCookieRequestSchema, config.maxBody)
    if (origin !== null && !isSerializedOrigin(origin))
      throw new Problem('malformed-body', {
        parameter: 'origin',
        detail: `Send null, or the origin of the embedding page as the browser serialises it, of ${maxOriginLength} characters at most.`,
      })
    const firstUrl = firstRequest === undefined ? undefined : firstRequestUrl(firstRequest, request.url)
    const credentials = readCredentials(request, request)
    const ownOrigin = credentials.origin ?? request.url.origin
    const opened = await access.openSession(credentials, {
      origin: origin ?? 'null',
      instance,
      ownOrigin,
      isPreview: isNextFrame(request.headers.get('referer')),
    })
    // A session opens even if the ideas cannot be read. The request for the ideas reports that failure.
    const { lookups } = environments.environmentOf(opened.session.environment)
    const firstSymbol = await lookups.firstSymbol().catch(() => null)
    const session = { expires_in: opened.expiresIn, settings: opened.settings, firstSymbol }
    const cookie = { 'Set-Cookie': sessionCookie(instance, opened.cookie, opened.expiresIn) }
    if (!firstUrl) return jsonResponse(session, { ...noStore, ...cookie })
    const sessionWithData = await addFirstResponse(session, request, firstUrl)
    const response = await serializer.respond(
      sessionWithData,
      // The response to a POST is never "not modified".
      withoutHeaders(request.headers, ['if-none-match']),
      headerList(noStore),
    )
    // The serializer caches the other headers for further sessions.
    return { ...response, ownHeaders: headerList(cookie) }
  }
}

const endSession =
  ({ access }: WidgetParts): Handle =>
  async (request) => {
    const session = await access.sessionOf(readCredentials(request, request))
    const rate = await request.onIdentified(sessionCaller(session, request))
    await access.endSession(session)
    return emptyResponse(204, {
      ...noStore,
      ...rateHeaders(rate),
      'Set-Cookie': cookieRemoval(session.instance),
    })
  }

const makeTicket =
  ({ access }: WidgetParts): Handle =>
  async (request) => {
    const session = await access.sessionOf(readCredentials(request, request))
    const rate = await request.onIdentified(sessionCaller(session, request))
    const ticket = await access.makeTicket(session)
    return jsonResponse({ ticket }, { ...noStore, ...rateHeaders(rate) })
  }
