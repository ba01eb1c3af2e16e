/**
 * Operations on tokens and sessions, for a partner’s server, a legacy client and the frame of the
 * widget.
 */
import type { accessRoutes } from '#contract/api/routes.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { Door } from '#service/access/credentials/request-credentials.ts'
import { responseHeaders, problemResponses } from './responses.ts'
import { refTo } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

export type AccessRoute = keyof typeof accessRoutes

/** Returns the door at which a route is served. */
export const doorOf = (name: AccessRoute): Door => (name === 'legacyToken' ? 'legacy' : 'widget')

const form = 'application/x-www-form-urlencoded'
const requestBody = (type: string, schema: string, example: JsonSchema) => ({
  required: true,
  content: { [type]: { schema: refTo(schema), example } },
})
const jsonSuccess = (
  description: string,
  schema: string,
  example: JsonSchema,
  ...headers: ('cookie' | 'cache')[]
) => ({
  description,
  headers: responseHeaders(...headers),
  content: { 'application/json': { schema: refTo(schema), example } },
})
/** Problems of routes that read a body and have a rate limit per address. */
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
const sessionSecurity = [{ widgetBearer: [] }, { widgetCookie: [] }]

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
  hideRecord: false,
}

const oauthErrorResponse = (description: string, error: string, errorDescription: string) => ({
  description,
  headers: responseHeaders('cache'),
  content: {
    'application/json': {
      schema: refTo('OAuthError'),
      example: { error, error_description: errorDescription },
    },
  },
})

const operations: Record<AccessRoute, JsonSchema> = {
  auth: {
    tags: ['Tokens'],
    summary: 'Issues a one-time token for the widget, from server to server',
    description:
      'The server of a partner calls this operation with its secret key, and the page passes the token to the widget. The token is valid for one `POST /Token` within two minutes. A request from a browser is refused.',
    security: [],
    requestBody: requestBody(form, 'AuthTokenRequest', {
      apikey: 'pk_live_…',
      secretKey: 'sk_live_…',
      userId: 'u-1842',
    }),
    responses: {
      200: {
        description: 'The token as plain text.',
        headers: responseHeaders('cache'),
        content: { 'text/plain': { schema: { type: 'string' }, example: 'at_…' } },
      },
      ...problemResponses(['credential-invalid', ...bodyProblems]),
    },
  },
  token: {
    tags: ['Widget session'],
    summary: 'Issues an access token to the widget',
    description:
      'The first step of a session: exchanges one of the two credentials for an access token. Only the frame of the widget can call it.',
    security: [],
    requestBody: requestBody('application/json', 'TokenRequest', { apiKey: 'pk_live_…', userId: 'u-1842' }),
    responses: {
      200: jsonSuccess(
        'The token.',
        'AccessToken',
        { access_token: 'wt_…', token_type: 'Bearer', expires_in: 86_400 },
        'cache',
      ),
      ...problemResponses(['credential-invalid', ...bodyProblems]),
    },
  },
  setCookie: {
    tags: ['Widget session'],
    summary: 'Opens the session and sets its cookie',
    description:
      'The second step of a session: opens the session and sets a partitioned cookie. In the flow with a public key, it also checks whether the embedding page is whitelisted. If the browser stores no cookie, the access token remains the credential.',
    security: [{ widgetBearer: [] }],
    requestBody: requestBody('application/json', 'SetCookieRequest', {
      origin: 'https://www.partner.example',
      instance: 'instance-1',
    }),
    responses: {
      200: jsonSuccess(
        'The session is open.',
        'Session',
        { expires_in: 86_400, settings, firstSymbol: 'AAPL' },
        'cookie',
        'cache',
      ),
      ...problemResponses(['credential-invalid', 'domain-not-whitelisted', ...bodyProblems]),
    },
  },
  endSession: {
    tags: ['Widget session'],
    summary: 'Ends the session and its feeds',
    description: 'Revokes the token and the cookie, and closes the feeds of the session.',
    security: sessionSecurity,
    responses: {
      204: { description: 'The session has ended.', headers: responseHeaders('cookie', 'cache') },
      ...problemResponses(sessionProblems),
    },
  },
  feedTicket: {
    tags: ['Widget session'],
    summary: 'Issues a single-use ticket for the feed',
    description:
      'For a widget whose browser stores no cookie. The ticket opens `/feed` once, within 30 seconds.',
    security: sessionSecurity,
    responses: {
      200: jsonSuccess('The ticket.', 'FeedTicket', { ticket: 'ft_…' }, 'cache'),
      ...problemResponses(sessionProblems),
    },
  },
  legacyToken: {
    tags: ['Tokens'],
    summary: 'Issues a token to a legacy client (OAuth 2.0 client credentials)',
    description:
      'Follows RFC 6749, section 4.4. The client may use HTTP Basic instead of the two fields. A request that is refused before its body is read gets a problem; all other errors have the form of RFC 6749, section 5.2.',
    security: [],
    requestBody: requestBody(form, 'LegacyTokenRequest', {
      grant_type: 'client_credentials',
      client_id: 'cid_live_…',
      client_secret: 'cs_live_…',
    }),
    responses: {
      200: jsonSuccess(
        'The token.',
        'LegacyToken',
        { access_token: 'lt_…', token_type: 'Bearer', expires_in: 3600 },
        'cache',
      ),
      400: oauthErrorResponse(
        'The request is invalid.',
        'unsupported_grant_type',
        'grant_type must be client_credentials.',
      ),
      401: oauthErrorResponse(
        'The client is refused.',
        'invalid_client',
        'The client is not known or its secret is wrong.',
      ),
      413: oauthErrorResponse('The body is larger than 8 KB.', 'invalid_request', 'Send 8192 bytes at most.'),
      ...problemResponses(['rate-limited', 'internal', 'unavailable']),
    },
  },
}

/** Returns the operation of a route. */
export const accessOperation = (name: AccessRoute): JsonSchema => ({ operationId: name, ...operations[name] })
