/** Operations that create and end tokens and sessions: for a partner’s server, a legacy client and the widget’s frame. */
import type { accessRoutes } from '#contract/api/routes.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { Door } from '#service/access/credentials/request-credentials.ts'
import { answerHeaders, problemAnswers } from './responses.ts'
import { refTo } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

export type AccessRoute = keyof typeof accessRoutes

/** The door at which a route is served. */
export const doorOf = (name: AccessRoute): Door => (name === 'legacyToken' ? 'legacy' : 'widget')

const form = 'application/x-www-form-urlencoded'
const body = (type: string, schema: string, example: JsonSchema) => ({
  required: true,
  content: { [type]: { schema: refTo(schema), example } },
})
const answer = (
  description: string,
  schema: string,
  example: JsonSchema,
  ...headers: ('cookie' | 'cache')[]
) => ({
  description,
  headers: answerHeaders(...headers),
  content: { 'application/json': { schema: refTo(schema), example } },
})
/** Problems of routes that read a body and are counted by address. */
const bodyProblems = [
  'malformed-body',
  'origin-refused',
  'body-too-large',
  'content-type-refused',
  'rate-limited',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]
const sessionProblems = [
  'credential-missing',
  'credential-invalid',
  'session-ended',
  'origin-refused',
  'rate-limited',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]
const bySession = [{ widgetBearer: [] }, { widgetCookie: [] }]

const settings = {
  faqUrl: '/help/faq',
  supportUrl: '/help/support',
  feedbackUrl: '/help/feedback',
  businessUrl: '/help/business',
  shareUrl: '/help/share',
  disclosureUrl: '/help/disclosures',
  disclaimer: null,
  notice: {},
  conflicts: {},
  hideAnnualised: false,
}

const oauthAnswer = (description: string, error: string, words: string) => ({
  description,
  headers: answerHeaders('cache'),
  content: {
    'application/json': {
      schema: refTo('OAuthError'),
      example: { error, error_description: words },
    },
  },
})

const operations: Record<AccessRoute, JsonSchema> = {
  auth: {
    tags: ['Tokens'],
    summary: 'One-time token of the widget, from server to server',
    description:
      'Called by a partner’s server with the secret key; the page passes the token to the widget. Valid for one `POST /Token` within two minutes. A request from a browser is refused.',
    security: [],
    requestBody: body(form, 'AuthTokenRequest', {
      apikey: 'pk_live_…',
      secretKey: 'sk_live_…',
      userId: 'u-1842',
    }),
    responses: {
      200: {
        description: 'The token, by itself.',
        headers: answerHeaders('cache'),
        content: { 'text/plain': { schema: { type: 'string' }, example: 'at_…' } },
      },
      ...problemAnswers(['credential-invalid', ...bodyProblems]),
    },
  },
  token: {
    tags: ['Widget session'],
    summary: 'Access token of the widget, from the widget’s own address',
    description:
      'The first step of a session: one of the two credentials becomes an access token. Called by the widget’s frame only.',
    security: [],
    requestBody: body('application/json', 'TokenRequest', { apiKey: 'pk_live_…', userId: 'u-1842' }),
    responses: {
      200: answer(
        'The token.',
        'AccessToken',
        { access_token: 'wt_…', token_type: 'Bearer', expires_in: 86_400 },
        'cache',
      ),
      ...problemAnswers(['credential-invalid', ...bodyProblems]),
    },
  },
  setCookie: {
    tags: ['Widget session'],
    summary: 'Opens the session and sets its cookie',
    description:
      'The second step: checks the embedding page in the flow with a public key, opens the session and sets a partitioned cookie. If the browser stores no cookie, the access token remains the credential.',
    security: [{ widgetBearer: [] }],
    requestBody: body('application/json', 'SetCookieRequest', {
      origin: 'https://www.partner.example',
      instance: 'instance-1',
    }),
    responses: {
      200: answer(
        'The session is open.',
        'Session',
        { expires_in: 86_400, settings, firstSymbol: 'AAPL' },
        'cookie',
        'cache',
      ),
      ...problemAnswers(['credential-invalid', 'domain-not-whitelisted', ...bodyProblems]),
    },
  },
  endSession: {
    tags: ['Widget session'],
    summary: 'Ends the session and its feeds',
    description: 'From then on the token and the cookie are refused, and the session’s feeds are closed.',
    security: bySession,
    responses: {
      204: { description: 'The session has ended.', headers: answerHeaders('cookie', 'cache') },
      ...problemAnswers(sessionProblems),
    },
  },
  feedTicket: {
    tags: ['Widget session'],
    summary: 'Single-use ticket of the feed',
    description: 'For a widget whose browser keeps no cookie: opens `/feed` once, within 30 seconds.',
    security: bySession,
    responses: {
      200: answer('The ticket.', 'FeedTicket', { ticket: 'ft_…' }, 'cache'),
      ...problemAnswers(sessionProblems),
    },
  },
  legacyToken: {
    tags: ['Tokens'],
    summary: 'Token of a legacy client: OAuth 2.0 client credentials',
    description:
      'RFC 6749, section 4.4. The client may identify itself by HTTP Basic instead. Refusals before the body is read are problems; all other errors have the shape of RFC 6749.',
    security: [],
    requestBody: body(form, 'LegacyTokenRequest', {
      grant_type: 'client_credentials',
      client_id: 'cid_live_…',
      client_secret: 'cs_live_…',
    }),
    responses: {
      200: answer(
        'The token.',
        'LegacyToken',
        { access_token: 'lt_…', token_type: 'Bearer', expires_in: 3600 },
        'cache',
      ),
      400: oauthAnswer(
        'The request is invalid',
        'unsupported_grant_type',
        'grant_type must be client_credentials.',
      ),
      401: oauthAnswer(
        'The client is refused',
        'invalid_client',
        'The client is not known or its secret is wrong.',
      ),
      413: oauthAnswer('The body has more than 8 KB', 'invalid_request', 'Send 8192 bytes at most.'),
      ...problemAnswers(['rate-limited', 'internal', 'unavailable']),
    },
  },
}

/** One operation. */
export const accessOperation = (name: AccessRoute): JsonSchema => ({ operationId: name, ...operations[name] })
