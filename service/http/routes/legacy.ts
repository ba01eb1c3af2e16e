/**
 * `POST /token`: OAuth 2.0 client credentials (docs/specification.md 4.2, 5.2), with the responses
 * of RFC 6749 sections 5.1 and 5.2.
 */
import type { OAuthError } from '#contract/api/problem-details.ts'
import { Problem } from '#contract/api/problem.ts'
import { rateHeaders } from '#service/http/problems/problem-headers.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import { jsonResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { readBody } from '#service/http/request/read-request.ts'
import type { Access } from '#service/access/access.ts'
import type { RequestSender } from '#service/access/credentials/request-credentials.ts'

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

export type LegacyParts = {
  readonly access: Pick<Access, 'legacyClient' | 'makeLegacyToken'>
  /** Maximum length of a body, bytes. */
  readonly maxBody: number
  readonly sender: RequestSender
}

/** Responds to a token request. Every failure has the form of RFC 6749. */
export async function legacyToken(
  { access, maxBody, sender }: LegacyParts,
  request: HttpRequest,
): Promise<HttpResponse> {
  const respond = (status: number, body: object, headers: Record<string, string> = {}) =>
    jsonResponse(body, { ...noStore, ...headers }, status)
  const refuse = (
    status: number,
    error: OAuthError['error'],
    error_description: string,
    headers?: Record<string, string>,
  ) => respond(status, { error, error_description } satisfies OAuthError, headers)

  let form: URLSearchParams
  try {
    form = new URLSearchParams(await readBody(request, 'application/x-www-form-urlencoded', maxBody))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refuse(error.code === 'body-too-large' ? 413 : 400, 'invalid_request', error.message)
  }
  const query = request.url.searchParams
  const names = ['grant_type', 'client_id', 'client_secret']
  if (names.some((name) => query.has(name)))
    return refuse(400, 'invalid_request', 'Send the credentials in the body, not in the URL.')
  const repeated = names.find((name) => form.getAll(name).length > 1)
  if (repeated) return refuse(400, 'invalid_request', `Send ${repeated} only once.`)

  const authorization = request.headers.get('authorization')
  const basicCredentials = authorization === null ? undefined : readBasic(authorization)
  if (authorization !== null && (!basicCredentials || form.has('client_secret'))) {
    const challenge = { 'WWW-Authenticate': 'Basic realm="token"' }
    return basicCredentials
      ? refuse(400, 'invalid_request', 'Use either HTTP Basic or the field client_secret, not both.')
      : refuse(401, 'invalid_client', 'The Authorization header is not valid.', challenge)
  }
  const grantType = form.get('grant_type')
  if (!grantType) return refuse(400, 'invalid_request', 'grant_type is missing.')
  if (grantType !== 'client_credentials')
    return refuse(400, 'unsupported_grant_type', 'grant_type must be client_credentials.')
  const clientId = basicCredentials?.id ?? form.get('client_id')
  const clientSecret = basicCredentials?.secret ?? form.get('client_secret')
  if (!clientId) return refuse(400, 'invalid_request', 'client_id is missing.')
  if (!clientSecret) return refuse(400, 'invalid_request', 'client_secret is missing.')

  const client = await access.legacyClient(clientId, clientSecret, sender)
  if (!client) {
    return refuse(
      401,
      'invalid_client',
      'The client is not known or its secret is wrong.',
      basicCredentials ? { 'WWW-Authenticate': 'Basic realm="token"' } : {},
    )
  }
  const issued = await access.makeLegacyToken(client, sender)
  return respond(200, issued.response, rateHeaders(issued.rate))
}

/** Parses HTTP Basic. Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(header: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header.trim())?.[1]
  if (!encoded) return undefined
  try {
    const text = atob(encoded)
    const colonIndex = text.indexOf(':')
    const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
    return colonIndex < 1
      ? undefined
      : { id: decode(text.slice(0, colonIndex)), secret: decode(text.slice(colonIndex + 1)) }
  } catch {
    return undefined
  }
}
