/** Bodies as clients send them: whole, too long, truncated; with and without a Content-Length. Queries. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dataPath, makeTestService } from '#service/testing/test-service.ts'
import { webRequest } from '#service/http/web.ts'
import { readBody, readQuery } from './read-request.ts'
import type { HttpRequest } from './request.ts'

/** A request whose body arrives in these pieces; `read` counts the pieces consumed. */
function requestWith(pieces: readonly (string | Error)[], headers: Record<string, string> = {}) {
  const read = { pieces: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[read.pieces]
        read.pieces += 1
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'text/plain', ...headers } }
  return { read, request: webRequest(new Request('http://widget.test/', init as RequestInit)) }
}
const problemOf = (request: HttpRequest) =>
  readBody(request, 'text/plain', 20).then(
    () => 'none',
    ({ code }: { code: string }) => code,
  )

describe.each([
  ['told', { 'Content-Length': '17' }],
  ['not told', {}],
])('where the length is %s', (_, headers) => {
  test('reads the whole body', async () => {
    const { request } = requestWith(['it costs 12 ', '€', ', ', 'é'], headers)
    expect(await readBody(request, 'text/plain', 20)).toBe('it costs 12 €, é')
  })

  test('refuses a truncated body', async () => {
    expect(await problemOf(requestWith(['it costs', new Error('gone')], headers).request)).toBe(
      'malformed-body',
    )
  })

  test('refuses a body of another type unread', async () => {
    const { request, read } = requestWith(['{}'], { ...headers, 'Content-Type': 'application/json' })
    expect(await problemOf(request)).toBe('content-type-refused')
    expect(read.pieces).toBe(0)
  })
})

test('refuses a body unread if its Content-Length is over the limit', async () => {
  const { request, read } = requestWith(['it costs'], { 'Content-Length': '21' })
  expect(await problemOf(request)).toBe('body-too-large')
  expect(read.pieces).toBe(0)
})

test('reads a body without Content-Length no further than the limit', async () => {
  const { request, read } = requestWith(Array<string>(1000).fill('0123456789'))
  expect(await problemOf(request)).toBe('body-too-large')
  expect(read.pieces).toBe(3)
})

describe('a query', () => {
  const schema = v.object({ query: v.string(), range: v.optional(v.string()) })

  test('returns the parameters of the schema, the first of repeated ones', () => {
    const requestWith: string[] = []
    const parameters = new URLSearchParams('a=1&query=one&query=two&b=2')
    const get = (name: string) => {
      requestWith.push(name)
      return parameters.get(name)
    }
    expect(readQuery({ get }, schema)).toEqual({ query: 'one' })
    expect(requestWith).toEqual(['query', 'range'])
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
    const environment = await makeTestService()
    const search = `?a=${'x'.repeat(2045)}`
    expect((await environment.get(`/healthz${search}`)).status).toBe(200)
    for (const path of ['/healthz', '/nowhere', `${dataPath}/tone`])
      expect(await refusalOf(await environment.get(`${path}${search}x`))).toEqual({
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
