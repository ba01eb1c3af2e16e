/** The endpoints that make and end tokens and sessions (spec 4.2, 4.3): what they read, whom they answer. */
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/api/access.ts'
import type { Session as SessionAnswer } from '#contract/api/access.ts'
import { isUserId } from '#contract/bridge/credentials.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import type { Access } from '#service/access/access.ts'
import { addressBlock } from '#service/access/address.ts'
import { demandOwnPage, demandServer } from '#service/access/sessions/request-source.ts'
import type { Presented } from '#service/access/credentials/request-credentials.ts'
import type { Worlds } from '#service/lookups/environments.ts'
import type { Config } from '#service/shared/config.ts'
import { removedCookie, sessionCookie } from '../request/cookies.ts'
import { readCredentials } from '../request/read-credentials.ts'
import { legacyToken } from './legacy.ts'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { rateFields } from '../problems/problem-headers.ts'
import { readBody, readJson } from '../request/read-request.ts'
import type { HandledRoute, Route } from '../route.ts'

const noStore = { 'Cache-Control': 'private, no-store' }
const form = 'application/x-www-form-urlencoded'

export type WidgetParts = {
  readonly access: Access
  readonly config: Pick<Config, 'limits' | 'maxBody' | 'version'>
  readonly worlds: Worlds
}

type Handle = HandledRoute['handle']

/** The rows. */
export function widgetTable(parts: WidgetParts): Route[] {
  const { access, config } = parts
  const guarded =
    (demand: (presented: Presented) => void, handle: Handle): Handle =>
    (context) => {
      demand(readCredentials(context))
      return handle(context)
    }
  /** What opens a widget is counted by address, and says what is left. */
  const opening =
    (handle: Handle): Handle =>
    async (context) => {
      const rate = await access.limiter.take(config.limits.openingAddress, addressBlock(context.address))
      return withRate(await handle(context), rate)
    }
  const row = (name: keyof typeof accessRoutes, handle: Handle): Route => {
    const { method, path } = accessRoutes[name]
    return { name, method, path, door: name === 'legacyToken' ? 'legacy' : 'widget', handle }
  }
  return [
    row('auth', guarded(demandServer, makeAuthToken(parts))),
    row('token', guarded(demandOwnPage, opening(makeAccessToken(parts)))),
    row('setCookie', guarded(demandOwnPage, opening(openSession(parts)))),
    row('endSession', guarded(demandOwnPage, endSession(parts))),
    row('feedTicket', guarded(demandOwnPage, makeTicket(parts))),
    row('legacyToken', (context) =>
      legacyToken({ access, maxBody: config.maxBody, from: readCredentials(context) }, context.request),
    ),
  ]
}

const makeAuthToken =
  ({ access, config }: WidgetParts): Handle =>
  async (context) => {
    const { request } = context
    const fields = new URLSearchParams(await readBody(request, form, config.maxBody))
    for (const name of ['apikey', 'secretKey']) {
      if (fields.getAll(name).length !== 1 || !fields.get(name)) {
        throw new Problem('malformed-body', { parameter: name, detail: `Send the field ${name} once.` })
      }
    }
    const userId = fields.get('userId')
    if (userId !== null && !isUserId(userId))
      throw new Problem('malformed-body', { parameter: 'userId', detail: 'Send an opaque identifier.' })
    const given = {
      apiKey: fields.get('apikey')!,
      secretKey: fields.get('secretKey')!,
      userId: userId ?? undefined,
    }
    const { token, rate } = await access.makeAuthToken(given, readCredentials(context))
    const headers = { ...noStore, ...rateFields(rate), 'Content-Type': 'text/plain; charset=utf-8' }
    return new Response(token, { headers })
  }

const makeAccessToken =
  ({ access, config }: WidgetParts): Handle =>
  async (context) => {
    const body = await readJson(context.request, TokenRequestSchema, config.maxBody)
    if (!isUserId(body.userId)) {
      throw new Problem('malformed-body', {
        parameter: 'userId',
        detail: 'Send a stable identifier that is no e-mail address and no name.',
      })
    }
    const answer = await access.makeAccessToken(
      'apiKey' in body ? { apiKey: body.apiKey } : { authToken: body.authToken },
      body.userId,
      readCredentials(context),
    )
    return Response.json(answer, { headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } })
  }

const openSession =
  ({ access, config, worlds }: WidgetParts): Handle =>
  async (context) => {
    const { origin, instance } = await readJson(context.request, SetCookieRequestSchema, config.maxBody)
    const presented = readCredentials(context)
    const ownOrigin = presented.origin ?? context.url.origin
    const opened = await access.openSession(presented, { origin: origin ?? 'null', instance, ownOrigin })
    // A session opens all the same where the ideas cannot be read: they say so themselves when they are asked for.
    const { lookups } = worlds.of(opened.session.world)
    const firstSymbol = await lookups.firstSymbol().catch(() => null)
    const answer: SessionAnswer = { expires_in: opened.expiresIn, settings: opened.settings, firstSymbol }
    return Response.json(answer, {
      headers: { ...noStore, 'Set-Cookie': sessionCookie(instance, opened.cookie, opened.expiresIn) },
    })
  }

const endSession =
  ({ access, config }: WidgetParts): Handle =>
  async (context) => {
    const session = await access.sessionOf(readCredentials(context))
    const rate = await access.limiter.take(config.limits.widgetSession, session.id)
    await access.endSession(session)
    return new Response(null, {
      status: 204,
      headers: { ...noStore, ...rateFields(rate), 'Set-Cookie': removedCookie(session.instance) },
    })
  }

const makeTicket =
  ({ access, config }: WidgetParts): Handle =>
  async (context) => {
    const session = await access.sessionOf(readCredentials(context))
    const rate = await access.limiter.take(config.limits.widgetSession, session.id)
    const ticket = await access.makeTicket(session)
    return Response.json({ ticket }, { headers: { ...noStore, ...rateFields(rate) } })
  }

function withRate(response: Response, rate: RateState): Response {
  for (const [name, value] of Object.entries(rateFields(rate))) response.headers.set(name, value)
  return response
}
