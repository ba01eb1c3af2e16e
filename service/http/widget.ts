/** The endpoints that make and end tokens and sessions (spec 4.2, 4.3): what they read, whom they answer. */
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/access.ts'
import type { Session as SessionAnswer } from '#contract/access.ts'
import { isUserId } from '#contract/credentials.ts'
import { accessRoutes } from '#contract/routes.ts'
import type { Access } from '#service/access/access.ts'
import { demandOwnPage, demandServer } from '#service/access/own-page.ts'
import type { Presented } from '#service/access/presented.ts'
import type { Worlds } from '#service/answers/worlds.ts'
import type { Config } from '#service/settings/config.ts'
import { removedCookie, sessionCookie } from './cookies.ts'
import { readCredentials } from './credentials.ts'
import { legacyToken } from './legacy.ts'
import { Problem } from '#contract/problem.ts'
import { readBody, readJson } from './requests.ts'
import type { RequestContext, Route } from './route.ts'

const noStore = { 'Cache-Control': 'private, no-store' }
const form = 'application/x-www-form-urlencoded'

export type WidgetParts = {
  readonly access: Access
  readonly config: Pick<Config, 'maxBody' | 'rates' | 'version'>
  readonly worlds: Worlds
}

type Handle = Route['handle']

/** The rows. */
export function widgetTable(parts: WidgetParts): Route[] {
  const { access, config } = parts
  const limit = ({ address }: RequestContext) =>
    access.limiter.take(`address ${address ?? 'unknown'}`, config.rates.accessPerAddress)
  const guarded =
    (demand: (presented: Presented) => void, handle: Handle): Handle =>
    (context) => {
      demand(readCredentials(context))
      limit(context)
      return handle(context)
    }
  const row = (name: keyof typeof accessRoutes, handle: Handle): Route => {
    const { method, path } = accessRoutes[name]
    return { name, method, path, door: name === 'legacyToken' ? 'legacy' : 'widget', handle }
  }
  return [
    row('auth', guarded(demandServer, makeAuthToken(parts))),
    row('token', guarded(demandOwnPage, makeAccessToken(parts))),
    row('setCookie', guarded(demandOwnPage, openSession(parts))),
    row('endSession', guarded(demandOwnPage, endSession(parts))),
    row('feedTicket', guarded(demandOwnPage, makeTicket(parts))),
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
    if (userId !== null && !isUserId(userId))
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
    if (!isUserId(body.userId)) {
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
  ({ access, config, worlds }: WidgetParts): Handle =>
  async (context) => {
    const { origin, instance } = await readJson(context.request, SetCookieRequestSchema, config.maxBody)
    const presented = readCredentials(context)
    const ownOrigin = presented.origin ?? context.url.origin
    const opened = await access.openSession(presented.bearer, origin ?? 'null', instance, ownOrigin)
    // A session opens all the same where the ideas cannot be read: they say so themselves when they are asked for.
    const { lookups } = worlds.of(opened.session.world)
    const firstSymbol = await lookups.firstSymbol().catch(() => null)
    const answer: SessionAnswer = { expires_in: opened.expiresIn, settings: opened.settings, firstSymbol }
    return Response.json(answer, {
      headers: { ...noStore, 'Set-Cookie': sessionCookie(instance, opened.cookie, opened.expiresIn) },
    })
  }

const endSession =
  ({ access }: WidgetParts): Handle =>
  async (context) => {
    const session = await access.sessionOf(readCredentials(context))
    await access.endSession(session)
    return new Response(null, {
      status: 204,
      headers: { ...noStore, 'Set-Cookie': removedCookie(session.instance) },
    })
  }

const makeTicket =
  ({ access }: WidgetParts): Handle =>
  async (context) => {
    const ticket = await access.makeTicket(await access.sessionOf(readCredentials(context)))
    return Response.json({ ticket }, { headers: noStore })
  }
