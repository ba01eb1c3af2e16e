/** Calls to the three doors of the data API, as a client without a browser sends them. */
import { instanceHeader } from '#contract/api/first-paths.ts'
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import type { Site } from './site.ts'

export const doors = ['gateway', 'legacy', 'widget'] as const
export type Door = (typeof doors)[number]

const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' }
const instanceId = 'e2e0123456789abcdef'

/** Headers of a call from the widget's own frame. */
export const frameHeaders = (site: Site): Record<string, string> => ({
  'Content-Type': 'application/json',
  Origin: site.serviceUrl,
  [instanceHeader]: instanceId,
})

/** Requests a one-time token with the demo secret, as a partner's server does. Spec 4.3. */
export async function newAuthToken(site: Site): Promise<string> {
  const { apiKey, secretKey } = site.credentials
  const response = await fetch(site.serviceUrl + accessRoutes.auth.path, {
    method: 'POST',
    headers: formHeaders,
    body: new URLSearchParams({ apikey: apiKey, secretKey }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST /Auth failed with status ${response.status}: ${text}`)
  return text.replace(/^"|"$/g, '')
}

/** `POST /Token` with either credential of the widget. */
export function postToken(
  site: Site,
  credential: { apiKey: string } | { authToken: string },
): Promise<Response> {
  return fetch(site.serviceUrl + accessRoutes.token.path, {
    method: 'POST',
    headers: frameHeaders(site),
    body: JSON.stringify({ ...credential, userId: 'e2e-user' }),
  })
}

/** `POST /token` of the legacy host. Spec 4.2. */
export function postLegacyToken(site: Site, fields: Record<string, string>): Promise<Response> {
  return fetch(site.serviceUrl + accessRoutes.legacyToken.path, {
    method: 'POST',
    headers: formHeaders,
    body: new URLSearchParams(fields),
  })
}

/** Opens a widget session from a page at `origin`; returns its access token and headers with its cookie. */
export async function openSession(
  site: Site,
  origin: string = site.partnerUrl,
): Promise<{ response: Response; accessToken: string; headers: Record<string, string> }> {
  const tokenResponse = await postToken(site, { apiKey: site.credentials.apiKey })
  if (!tokenResponse.ok)
    throw new Error(`POST /Token failed with status ${tokenResponse.status}: ${await tokenResponse.text()}`)
  const { access_token: accessToken } = (await tokenResponse.json()) as { access_token: string }
  const response = await fetch(site.serviceUrl + accessRoutes.setCookie.path, {
    method: 'POST',
    headers: { ...frameHeaders(site), Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ origin, instance: instanceId }),
  })
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return { response, accessToken, headers: { Cookie: cookie, [instanceHeader]: instanceId } }
}

/** Credentials of a client of each door, sent with every request. */
export async function credentialsOf(site: Site): Promise<Record<Door, Record<string, string>>> {
  const { subscriptionKey, clientId, clientSecret } = site.credentials
  const legacyResponse = await postLegacyToken(site, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const { access_token: bearer } = (await legacyResponse.json()) as { access_token: string }
  return {
    gateway: { [subscriptionKeyHeader]: subscriptionKey },
    legacy: { Authorization: `Bearer ${bearer}` },
    widget: (await openSession(site)).headers,
  }
}
