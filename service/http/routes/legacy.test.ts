/** Tokens of legacy clients. */
import { beforeEach, describe, expect, test } from 'vitest'
import { bearer, dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let environment: TestService
beforeEach(async () => {
  environment = await makeTestService()
})

const status = async (headers: Record<string, string>, path = `${dataPath}/tone`) =>
  (await environment.get(path, headers)).status

describe('POST /token (legacy)', () => {
  const requestToken = (
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ) => environment.form('/token', fields, headers)
  const validBody = () => ({
    grant_type: 'client_credentials',
    client_id: environment.demo.clientId,
    client_secret: environment.demo.clientSecret,
  })

  test('responds as RFC 6749 5.1 says, with credentials in the body or by Basic', async () => {
    const { client_id, client_secret } = validBody()
    const basic = { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
    for (const response of [
      await requestToken(validBody()),
      await requestToken({ grant_type: 'client_credentials' }, basic),
    ]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(await response.json()).toEqual({
        access_token: expect.stringMatching(/^lt_[0-9A-Za-z]{43}$/) as string,
        token_type: 'Bearer',
        expires_in: 3600,
      })
    }
  })

  test('responds to errors as RFC 6749 5.2 says', async () => {
    const failed = async (response: Response) => [
      response.status,
      ((await response.json()) as { error: string }).error,
    ]
    const { client_id, client_secret } = validBody()
    expect(await failed(await requestToken({ client_id, client_secret }))).toEqual([400, 'invalid_request'])
    expect(await failed(await requestToken({ ...validBody(), grant_type: 'password' }))).toEqual([
      400,
      'unsupported_grant_type',
    ])
    expect(await failed(await requestToken({ grant_type: 'client_credentials', client_id }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      await failed(
        await requestToken(new URLSearchParams([...Object.entries(validBody()), ['client_id', client_id]])),
      ),
    ).toEqual([400, 'invalid_request'])
    expect(await failed(await requestToken({ ...validBody(), client_secret: 'cs_test_wrong' }))).toEqual([
      401,
      'invalid_client',
    ])
    expect(
      await failed(
        await requestToken({
          ...validBody(),
          client_id: environment.demo.apiKey,
          client_secret: environment.demo.secretKey,
        }),
      ),
    ).toEqual([401, 'invalid_client'])
    expect(await failed(await requestToken(validBody(), { 'Content-Type': 'application/json' }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await failed(await requestToken({ ...validBody(), x: 'y'.repeat(9000) }))).toEqual([
      413,
      'invalid_request',
    ])
    expect(
      await failed(
        await environment.form(`/token?client_secret=${client_secret}`, { grant_type: 'client_credentials' }),
      ),
    ).toEqual([400, 'invalid_request'])
    const basic = await requestToken(
      { grant_type: 'client_credentials' },
      { Authorization: `Basic ${btoa('who:what')}` },
    )
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(await failed(basic)).toEqual([401, 'invalid_client'])
    expect(
      await failed(
        await requestToken(validBody(), { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }),
      ),
    ).toEqual([400, 'invalid_request'])
  })

  test('a revoked client gets no new token; issued ones live on until they expire', async () => {
    const { access_token } = (await (await requestToken(validBody())).json()) as { access_token: string }
    await environment.service.access.operator.revokeKey(environment.demo.clientId)
    expect((await requestToken(validBody())).status).toBe(401)
    expect(await status(bearer(access_token))).toBe(200)
    environment.pass(3_600_000)
    const expired = await environment.get(`${dataPath}/tone`, bearer(access_token))
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(expired.status).toBe(401)
  })
})
