/** The data API at its three doors, and the credentials of each. Spec 4 and 5. */
import * as v from 'valibot'
import { AccessTokenSchema } from '#contract/api/access.ts'
import { TradeIdeasSchema } from '#contract/responses/lists/ideas.ts'
import { IncomeSchema } from '#contract/responses/income.ts'
import { WhySchema } from '#contract/responses/resources.ts'
import { ProblemDetailsSchema } from '#contract/api/problem.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import {
  credentialsOf,
  type Door,
  doors,
  frameHeaders,
  newAuthToken,
  openSession,
  postLegacyToken,
  postToken,
} from '#e2e/kit/doors.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { startSite } from '#e2e/kit/site.ts'

const lookupPaths = [
  ['/api/v1/platform/what/tradeideas', TradeIdeasSchema],
  ['/api/v1/platform/why/AAPL', WhySchema],
  ['/api/v1/platform/how/income/AAPL', IncomeSchema],
] as const

for (const door of doors) {
  test(`the ${door} door returns every documented field of the three lookups`, async ({ site }) => {
    const headers = (await credentialsOf(site))[door]
    for (const [path, schema] of lookupPaths) {
      const response = await fetch(site.serviceUrl + path, { headers })
      expect([path, response.status]).toEqual([path, 200])
      const parsed = v.safeParse(schema, await response.json())
      expect(
        parsed.issues?.map((issue) => `${path} ${v.getDotPath(issue) ?? ''}: ${issue.message}`) ?? [],
      ).toEqual([])
    }
  })
}

test('all three doors return the same data', async ({ site }) => {
  const headers = await credentialsOf(site)
  const [gateway, legacy, widget] = await Promise.all(
    doors.map(async (door) =>
      (await fetch(`${site.serviceUrl}${lookupPaths[0][0]}`, { headers: headers[door] })).json(),
    ),
  )
  expect(legacy).toEqual(gateway)
  expect(widget).toEqual(gateway)
})

test('each door has its own host if the operator configures it, and refuses credentials of the others', async () => {
  const site = await startSite({
    GATEWAY_HOST: 'gateway.localhost',
    LEGACY_HOST: 'legacy.localhost',
    WIDGET_HOST: 'localhost',
  })
  try {
    const { subscriptionKey, clientId, clientSecret } = site.credentials
    const requestAt = (
      door: Door,
      headers: Record<string, string> = {},
      path = '/api/v1/platform/what/tradeideas',
    ) => {
      const host = { gateway: 'gateway.localhost', legacy: 'legacy.localhost', widget: 'localhost' }[door]
      return request(site.serviceUrl, path, { Host: `${host}:${new URL(site.serviceUrl).port}`, ...headers })
    }
    const legacyToken = await requestAt(
      'legacy',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      `POST /token ${new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })}`,
    )
    expect(legacyToken.status).toBe(200)
    const credentials: Record<Door, Record<string, string>> = {
      gateway: { 'Op-Subscription-Key': subscriptionKey },
      legacy: {
        Authorization: `Bearer ${(JSON.parse(legacyToken.body) as { access_token: string }).access_token}`,
      },
      widget: (await openSession(site)).headers,
    }
    const accepted = await Promise.all(
      doors.flatMap((door) =>
        doors.map(async (credentialDoor) => [
          door,
          credentialDoor,
          (await requestAt(door, credentials[credentialDoor])).status === 200,
        ]),
      ),
    )
    expect(accepted).toEqual(
      doors.flatMap((door) => doors.map((credentialDoor) => [door, credentialDoor, door === credentialDoor])),
    )
  } finally {
    await site.stop()
  }
})

test('a call without a credential or with an invalid one gets a problem and no data', async ({ site }) => {
  const invalidHeaders: Record<string, string>[] = [
    {},
    { 'Op-Subscription-Key': 'sub_nobody' },
    { Authorization: 'Bearer nobody' },
    { Cookie: '__Host-sw-e2e0123456789abcdef=nobody', 'Widget-Instance': 'e2e0123456789abcdef' },
    // Valid credentials at the wrong place: a public key is valid for /Token only, a client's secret for /token only.
    { 'Op-Subscription-Key': site.credentials.apiKey },
    { 'Op-Subscription-Key': site.credentials.clientSecret },
    { Authorization: `Bearer ${site.credentials.subscriptionKey}` },
  ]
  for (const headers of invalidHeaders) {
    const response = await fetch(`${site.serviceUrl}/api/v1/platform/why/AAPL`, { headers })
    expect([headers, response.status]).toEqual([headers, 401])
    expect(response.headers.get('Content-Type')).toContain('application/problem+json')
    expect(v.parse(ProblemDetailsSchema, await response.json()).status).toBe(401)
  }
})

test('an unknown symbol is 404, and a malformed symbol or parameter is 400 with its name', async ({
  site,
}) => {
  const headers = { 'Op-Subscription-Key': site.credentials.subscriptionKey }
  const errorOf = async (path: string) => {
    const response = await fetch(`${site.serviceUrl}/api/v1/platform/${path}`, { headers })
    const { code, parameter } = v.parse(ProblemDetailsSchema, await response.json())
    return [response.status, code, parameter]
  }
  expect(await errorOf('why/ZZZZZZ')).toEqual([404, 'symbol-unknown', 'symbol'])
  expect(await errorOf('why/AA%20PL')).toEqual([400, 'malformed-symbol', 'symbol'])
  expect(await errorOf('how/income/AAPL?legtype=both')).toEqual([400, 'malformed-parameter', 'legtype'])
  expect(await errorOf('how/income/AAPL?stockQuantity=-1')).toEqual([
    400,
    'malformed-parameter',
    'stockQuantity',
  ])
  expect(await errorOf('nothing')).toEqual([404, 'route-unknown', undefined])
})

test('an auth_token works once', async ({ site }) => {
  const authToken = await newAuthToken(site)
  const first = await postToken(site, { authToken })
  expect(first.status).toBe(200)
  expect(v.parse(AccessTokenSchema, await first.json()).expires_in).toBe(86_400)
  expect((await postToken(site, { authToken })).status).toBe(401)
})

test('one of fifty concurrent uses of an auth_token succeeds', async ({ site }) => {
  const authToken = await newAuthToken(site)
  const uses = await Promise.all(Array.from({ length: 50 }, () => postToken(site, { authToken })))
  const statuses = uses.map((response) => response.status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 401)])
})

test('/Auth refuses every request from a browser', async ({ site }) => {
  const { apiKey, secretKey } = site.credentials
  const response = await fetch(site.serviceUrl + accessRoutes.auth.path, {
    method: 'POST',
    headers: { Origin: site.partnerUrl },
    body: new URLSearchParams({ apikey: apiKey, secretKey }),
  })
  expect(response.status).toBe(403)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('a session opens for a whitelisted page only', async ({ site }) => {
  const { response } = await openSession(site)
  expect(response.status).toBe(200)
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^__Host-.*; .*Secure; HttpOnly; SameSite=None; Partitioned/,
  )

  const { protocol, hostname, port } = new URL(site.partnerUrl)
  for (const origin of [site.strangerUrl, `${protocol}//${hostname}.evil.test:${port}`, 'null']) {
    const refused = (await openSession(site, origin)).response
    expect([origin, refused.status]).toEqual([origin, 403])
    expect(refused.headers.get('Set-Cookie')).toBeNull()
    expect(v.parse(ProblemDetailsSchema, await refused.json())).toMatchObject({
      code: 'domain-not-whitelisted',
      origin,
    })
  }
  const malformed = (await openSession(site, `${site.partnerUrl}.evil.test`)).response
  expect(v.parse(ProblemDetailsSchema, await malformed.json())).toMatchObject({
    status: 400,
    parameter: 'origin',
  })
})

test('a partner’s page cannot call the widget’s endpoints', async ({ site }) => {
  const response = await fetch(site.serviceUrl + accessRoutes.token.path, {
    method: 'POST',
    headers: { ...frameHeaders(site), Origin: site.partnerUrl },
    body: JSON.stringify({ apiKey: site.credentials.apiKey, userId: 'e2e-user' }),
  })
  expect(response.status).toBe(403)
})

test('the legacy token endpoint follows RFC 6749', async ({ site }) => {
  const { clientId, clientSecret } = site.credentials
  const granted = await postLegacyToken(site, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect(granted.status).toBe(200)
  expect(granted.headers.get('Cache-Control')).toContain('no-store')
  expect(await granted.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })

  const wrongSecret = await postLegacyToken(site, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: 'wrong',
  })
  expect([wrongSecret.status, await wrongSecret.json()]).toEqual([
    401,
    expect.objectContaining({ error: 'invalid_client' }),
  ])
  const wrongGrant = await postLegacyToken(site, {
    grant_type: 'password',
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect([wrongGrant.status, await wrongGrant.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'unsupported_grant_type' }),
  ])
})

test('a restart keeps keys, sessions and the last batch', async () => {
  test.setTimeout(120_000)
  const site = await startSite()
  try {
    const before = await credentialsOf(site)
    const ideas = async (door: Door) => {
      const response = await fetch(`${site.serviceUrl}/api/v1/platform/what/tradeideas`, {
        headers: before[door],
      })
      return {
        status: response.status,
        body: (await response.json()) as v.InferOutput<typeof TradeIdeasSchema>,
      }
    }
    const batch = (await ideas('gateway')).body
    expect(batch.tradeIdeas.length).toBeGreaterThan(0)
    await site.restart()
    for (const door of doors) {
      const { status, body } = await ideas(door)
      expect([door, status]).toEqual([door, 200])
      expect(body.dateOfScan).toBe(batch.dateOfScan)
      expect(body.tradeIdeas.map((idea) => idea.symbol)).toEqual(batch.tradeIdeas.map((idea) => idea.symbol))
    }
  } finally {
    await site.stop()
  }
})

/** Sends a request with a custom Host header. `path` may have the form `POST <path> <body>`. */
async function request(
  base: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const { request: send } = await import('node:http')
  const [, method = 'GET', target = path, body = ''] = /^(POST) (\S+) (.*)$/.exec(path) ?? [
    undefined,
    'GET',
    path,
    '',
  ]
  return new Promise((resolve, reject) => {
    const outgoing = send(
      new URL(target, base),
      { method, headers: { ...headers, 'Content-Length': body.length } },
      (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => (text += chunk))
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
