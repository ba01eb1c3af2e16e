/**
 * Reading of bodies (complete, too long or truncated, with and without a Content-Length) and of
 * queries.
 */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dataPath, makeTestService } from '#service/testing/test-service.ts'
import { webRequest } from '#service/http/web.ts'
import { readBody, readQuery } from './read-request.ts'
import type { HttpRequest } from './request.ts'

/**
 * Returns a request whose body arrives in these pieces, and the number of pieces that were
 * consumed.
 */
function requestWith(pieces: readonly (string | Error)[], headers: Record<string, string> = {}) {
  const consumed = { pieces: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[consumed.pieces]
        consumed.pieces += 1
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'text/plain', ...headers } }
  return { consumed, request: webRequest(new Request('http://widget.test/', init as RequestInit)) }
}
const problemCodeOf = (request: HttpRequest) =>
  readBody(request, 'text/plain', 20).then(
    () => 'none',
    ({ code }: { code: string }) => code,
  )

describe.each([
  ['with', { 'Content-Length': '17' }],
  ['without', {}],
])('%s a Content-Length', (_, headers) => {
  test('reads the whole body', async () => {
    const { request } = requestWith(['it costs 12 ', '€', ', ', 'é'], headers)
    expect(await readBody(request, 'text/plain', 20)).toBe('it costs 12 €, é')
  })

  test('refuses a truncated body', async () => {
    expect(await problemCodeOf(requestWith(['it costs', new Error('disconnected')], headers).request)).toBe(
      'malformed-body',
    )
  })

  test('refuses a body of another type without reading it', async () => {
    const { request, consumed } = requestWith(['{}'], { ...headers, 'Content-Type': 'application/json' })
    expect(await problemCodeOf(request)).toBe('content-type-refused')
    expect(consumed.pieces).toBe(0)
  })
})

test('refuses a body unread if its Content-Length is over the limit', async () => {
  const { request, consumed } = requestWith(['it costs'], { 'Content-Length': '21' })
  expect(await problemCodeOf(request)).toBe('body-too-large')
  expect(consumed.pieces).toBe(0)
})

test('reads a body without Content-Length no further than the limit', async () => {
  const { request, consumed } = requestWith(Array<string>(1000).fill('0123456789'))
  expect(await problemCodeOf(request)).toBe('body-too-large')
  expect(consumed.pieces).toBe(3)
})

describe('a query', () => {
  const schema = v.object({ query: v.string(), range: v.optional(v.string()) })

  test('returns only the parameters of the schema, and the first value of a repeated one', () => {
    const requestedNames: string[] = []
    const parameters = new URLSearchParams('a=1&query=one&query=two&b=2')
    const get = (name: string) => {
      requestedNames.push(name)
      return parameters.get(name)
    }
    expect(readQuery({ get }, schema)).toEqual({ query: 'one' })
    expect(requestedNames).toEqual(['query', 'range'])
  })

  test('names the parameter that is missing', () => {
    expect(() => readQuery(new URLSearchParams('range=1M'), schema)).toThrow(
      expect.objectContaining({
        code: 'malformed-parameter',
        extras: expect.objectContaining({ parameter: 'query' }),
      }),
    )
  })

  test('is at most 2 KB long, at every route', async () => {
    const testService = await makeTestService()
    const search = `?a=${'x'.repeat(2045)}`
    expect((await testService.get(`/healthz${search}`)).status).toBe(200)
    for (const path of ['/healthz', '/nowhere', `${dataPath}/tone`])
      expect(await refusalOf(await testService.get(`${path}${search}x`))).toEqual({
        status: 400,
        code: 'malformed-parameter',
        detail: 'Send a query of 2048 characters at most.',
      })
  })
})

async function refusalOf(response: Response) {
  const { status, code, detail } = (await response.json()) as Record<string, unknown>
  return { status, code, detail }
}
