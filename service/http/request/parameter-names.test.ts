/** Unknown query parameters: a warning, and with `strict=1` a refusal, at every door. */
import { beforeAll, describe, expect, test } from 'vitest'
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { dataPath, makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { createNameCheck } from './parameter-names.ts'

let testService: TestService
let doors: Record<'gateway' | 'legacy' | 'widget', Record<string, string>>
beforeAll(async () => {
  testService = await makeTestService()
  const { subscriptionKey, clientId, clientSecret } = testService.demo
  const response = await testService.form('/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  doors = {
    gateway: { 'Op-Subscription-Key': subscriptionKey },
    legacy: { Authorization: `Bearer ${token}` },
    widget: { Cookie: (await testService.session()).cookie },
  }
})

const misspelt = `${dataPath}/how/income/AAPL?timeFrame=short&stockQuantity=200`

describe.each(['gateway', 'legacy', 'widget'] as const)('at the door %s', (door) => {
  test('a misspelt parameter is named with the nearest name, and the response is for the others', async () => {
    const response = await testService.get(misspelt, doors[door])
    expect(response.status).toBe(200)
    expect(response.headers.get('warning')).toBe(
      '299 - "Unknown parameter timeFrame: did you mean timeframe?"',
    )
    expect(response.headers.get('ratelimit')).not.toBeNull()
    const correct = await testService.get(misspelt.replace('timeFrame', 'timeframe'), doors[door])
    expect(correct.headers.has('warning')).toBe(false)
  })

  test('with strict=1 it is refused, and the problem names all unknown parameters', async () => {
    const response = await testService.get(`${misspelt}&utm_source=mail&strict=1`, doors[door])
    expect(await problemOf(response)).toMatchObject({
      code: 'malformed-parameter',
      status: 400,
      parameter: 'timeFrame',
      detail: 'Unknown parameter timeFrame: did you mean timeframe? Unknown parameter utm_source.',
    })
    const path = `${misspelt.replace('timeFrame', 'timeframe')}&strict=1`
    expect((await testService.get(path, doors[door])).status).toBe(200)
  })
})

test('every look-up has the parameter strict and names unknown ones', async () => {
  for (const name of Object.keys(dataRoutes) as DataRoute[]) {
    const path = dataRoutes[name].path.replace('{symbol}', 'AAPL')
    const warned = await testService.get(`${path}?nonsense=1`, doors.gateway)
    expect([name, warned.headers.get('warning')]).toEqual([name, '299 - "Unknown parameter nonsense."'])
    const refused = await testService.get(`${path}?nonsense=1&strict=1`, doors.gateway)
    expect(await problemOf(refused)).toMatchObject({ code: 'malformed-parameter', parameter: 'nonsense' })
    const unclear = await testService.get(`${path}?strict=true`, doors.gateway)
    expect(await problemOf(unclear)).toMatchObject({ parameter: 'strict', detail: 'Expected 1.' })
  }
})

test('a cached result is sent with the warnings of its own request only, also as 304', async () => {
  const path = `${dataPath}/why/AAPL`
  const warned = await testService.get(`${path}?legtype=call`, doors.gateway)
  expect(warned.headers.get('warning')).toBe('299 - "Unknown parameter legtype."')
  const plain = await testService.get(path, doors.gateway)
  expect([plain.headers.get('etag'), plain.headers.get('warning')]).toEqual([
    warned.headers.get('etag'),
    null,
  ])
  const revalidation = { ...doors.gateway, 'If-None-Match': plain.headers.get('etag')! }
  const unchanged = await testService.get(`${path}?range=1Y`, revalidation)
  expect([unchanged.status, unchanged.headers.get('warning')]).toEqual([
    304,
    '299 - "Unknown parameter range."',
  ])
})

test('the problem of a missing parameter has the warning of the misspelt one', async () => {
  const response = await testService.get(`${dataPath}/symbols?Query=apple`, doors.gateway)
  expect(response.headers.get('warning')).toBe('299 - "Unknown parameter Query: did you mean query?"')
  expect(await problemOf(response)).toMatchObject({ code: 'malformed-parameter', parameter: 'query' })
})

test('a caller without a valid credential is told of the credential only', async () => {
  const response = await testService.get(`${misspelt}&strict=1`)
  expect(response.headers.has('warning')).toBe(false)
  expect(await problemOf(response)).toMatchObject({ code: 'credential-missing' })
})

describe('the header', () => {
  const checkNames = createNameCheck(['timeframe'])
  const warningFor = (query: string) => checkNames(new URL(`https://service.test/?${query}`))

  test('contains names as plain characters, whatever the request sends', () => {
    expect(warningFor('a%0D%0AX-Evil:%201=1&%22%5C=1&%F0%9F%98%80=1&=1')).toEqual([
      'Warning',
      [
        '299 - "Unknown parameter a%0D%0AX-Evil%3A%201."',
        '299 - "Unknown parameter %22%5C."',
        '299 - "Unknown parameter %F0%9F%98%80."',
        '299 - "Unknown parameter (without a name)."',
      ].join(', '),
    ])
  })

  test('lists each name once, five at most, and cuts long ones', () => {
    const many = Array.from({ length: 9 }, (_, index) => `n${index}=1&n${index}=2`).join('&')
    const [, value = ''] = warningFor(many)
    expect(value.match(/299 - /g)).toHaveLength(6)
    expect(value).toContain('299 - "Further unknown parameters: 4."')
    expect(warningFor('x'.repeat(2000))[1]).toBe(`299 - "Unknown parameter ${'x'.repeat(40)}."`)
  })

  test('is absent without unknown parameters', () => {
    for (const query of ['', 'timeframe=short', 'timeframe=short&strict=1', '&&'])
      expect(warningFor(query)).toEqual([])
  })
})
