/** Tokens of legacy clients. */
import { beforeEach, describe, expect, test } from 'vitest'
import { bearer, dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})

const statusOf = async (headers: Record<string, string>, path = `${dataPath}/tone`) =>
  (await testService.get(path, headers)).status

describe('POST /token (legacy)', () => {
  const requestToken = (
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ) => testService.form('/token', fields, headers)
  const validFields = () => ({
    grant_type: 'client_credentials',
    client_id: testService.demo.clientId,
    client_secret: testService.demo.clientSecret,
  })

  test('responds as specified in RFC 6749, 5.1, to credentials in the body or in HTTP Basic', async () => {
    const { client_id, client_secret } = validFields()
    const basic = { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
    for (const response of [
      await requestToken(validFields()),
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

  test('responds to errors as specified in RFC 6749, 5.2', async () => {
    const errorOf = async (response: Response) => [
      response.status,
      ((await response.json()) as { error: string }).error,
    ]
    const { client_id, client_secret } = validFields()
    expect(await errorOf(await requestToken({ client_id, client_secret }))).toEqual([400, 'invalid_request'])
    expect(await errorOf(await requestToken({ ...validFields(), grant_type: 'password' }))).toEqual([
      400,
      'unsupported_grant_type',
    ])
    expect(await errorOf(await requestToken({ grant_type: 'client_credentials', client_id }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      await errorOf(
        await requestToken(new URLSearchParams([...Object.entries(validFields()), ['client_id', client_id]])),
      ),
    ).toEqual([400, 'invalid_request'])
    expect(await errorOf(await requestToken({ ...validFields(), client_secret: 'cs_test_wrong' }))).toEqual([
      401,
      'invalid_client',
    ])
    expect(
      await errorOf(
        await requestToken({
          ...validFields(),
          client_id: testService.demo.apiKey,
          client_secret: testService.demo.secretKey,
        }),
      ),
    ).toEqual([401, 'invalid_client'])
    expect(await errorOf(await requestToken(validFields(), { 'Content-Type': 'application/json' }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await errorOf(await requestToken({ ...validFields(), x: 'y'.repeat(9000) }))).toEqual([
      413,
      'invalid_request',
    ])
    for (const [name, value] of Object.entries(validFields()))
      expect(
        await errorOf(await testService.form(`/token?${name}=${encodeURIComponent(value)}`, validFields())),
        `${name} in the query`,
      ).toEqual([400, 'invalid_request'])
    const basic = await requestToken(
      { grant_type: 'client_credentials' },
      { Authorization: `Basic ${btoa('unknown:wrong')}` },
    )
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(await errorOf(basic)).toEqual([401, 'invalid_client'])
    expect(
      await errorOf(
        await requestToken(validFields(), {
          Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
        }),
      ),
    ).toEqual([400, 'invalid_request'])
  })

  test('a revoked client gets no new token; issued ones are valid until they expire', async () => {
    const { access_token } = (await (await requestToken(validFields())).json()) as { access_token: string }
    await testService.service.access.operator.revokeKey(testService.demo.clientId)
    expect((await requestToken(validFields())).status).toBe(401)
    expect(await statusOf(bearer(access_token))).toBe(200)
    testService.advanceTime(3_600_000)
    const expired = await testService.get(`${dataPath}/tone`, bearer(access_token))
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(expired.status).toBe(401)
  })
})
