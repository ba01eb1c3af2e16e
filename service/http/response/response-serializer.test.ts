/** Size of responses on the wire, and how often they are serialised. */
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { createResponseSerializer } from './response-serializer.ts'
import type { Compression } from './response-serializer.ts'
import { gzipped } from './encodings.ts'
import type { HttpResponse } from './response.ts'

const longResult = { words: 'ten chars '.repeat(500) }
const text = JSON.stringify(longResult)
/** A substitute for Brotli, which browsers lack. */
const brotli = vi.fn<NonNullable<Compression['brotli']>>(async (content, effort) =>
  Uint8Array.from(Buffer.from(`${effort} ${content.length}`)),
)
const compression: Compression = { gzip: gzipped, brotli, digest: ({ length }) => `${length}` }
const acceptHeaders = (accepted?: string) =>
  new Headers(accepted === undefined ? {} : { 'Accept-Encoding': accepted })
const responseHeaders = ['Cache-Control', 'private, no-cache']
const bodyText = ({ body }: HttpResponse) => Buffer.from(body!).toString()
const headerOf = ({ headers: list }: HttpResponse, name: string) => list[list.indexOf(name) + 1]
const encodingOf = (response: HttpResponse) =>
  response.headers.includes('Content-Encoding') ? headerOf(response, 'Content-Encoding') : undefined

beforeEach(() => void brotli.mockClear())

test('uses the smallest accepted encoding: Brotli, then gzip, then identity', async () => {
  const serializer = createResponseSerializer(compression)
  const encodingFor = async (accepted?: string) =>
    encodingOf(await serializer.respond(longResult, acceptHeaders(accepted), responseHeaders))
  expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br')
  expect(await encodingFor('br;q=0.1, gzip;q=1')).toBe('br')
  expect(await encodingFor('br;q=0, gzip')).toBe('gzip')
  expect(await encodingFor('br;q=0.0, gzip;q=0')).toBeUndefined()
  expect(await encodingFor('zstd')).toBeUndefined()
  expect(await encodingFor()).toBeUndefined()
  expect(bodyText(await serializer.respond(longResult, acceptHeaders(), responseHeaders))).toBe(text)
  const { body } = await serializer.respond(longResult, acceptHeaders('gzip'), responseHeaders)
  expect(gunzipSync(body!).toString()).toBe(text)
})

test('uses gzip if there is no Brotli, as in a browser', async () => {
  const serializer = createResponseSerializer()
  expect(encodingOf(await serializer.respond(longResult, acceptHeaders('br, gzip'), responseHeaders))).toBe(
    'gzip',
  )
  expect(
    encodingOf(await serializer.respond(longResult, acceptHeaders('br'), responseHeaders)),
  ).toBeUndefined()
})

test('sends short responses uncompressed', async () => {
  const response = await createResponseSerializer(compression).respond(
    { short: true },
    acceptHeaders('br, gzip'),
    responseHeaders,
  )
  expect([bodyText(response), encodingOf(response)]).toEqual(['{"short":true}', undefined])
})

test('serialises and compresses once for concurrent requests', async () => {
  const serializer = createResponseSerializer(compression)
  const toJSON = vi.fn(() => ({ ...longResult }))
  const result = { toJSON }
  const [first, second] = await Promise.all([
    serializer.respond(result, acceptHeaders('br'), responseHeaders),
    serializer.respond(result, acceptHeaders('br'), responseHeaders),
  ])
  await serializer.respond(result, acceptHeaders('gzip'), responseHeaders)
  expect(first.body).toBe(second.body)
  expect(toJSON).toHaveBeenCalledOnce()
  expect(brotli).toHaveBeenCalledOnce()
  await serializer.respond({ ...longResult }, acceptHeaders('br'), responseHeaders)
  expect(brotli, 'an equal but different result is compressed separately').toHaveBeenCalledTimes(2)
})

test('prepares the smallest encoding ahead of requests, without delaying requests meanwhile', async () => {
  let finished!: () => void
  const slowCompression = new Promise<void>((resolve) => (finished = resolve))
  const serializer = createResponseSerializer({
    ...compression,
    brotli: async (content, effort) => {
      if (effort === 'most') await slowCompression
      return brotli(content, effort)
    },
  })
  const prepared = serializer.prepare(longResult)
  expect(bodyText(await serializer.respond(longResult, acceptHeaders('br'), responseHeaders))).toMatch(
    /^quick/,
  )
  finished()
  await prepared
  expect(bodyText(await serializer.respond(longResult, acceptHeaders('br'), responseHeaders))).toMatch(
    /^most/,
  )
})

test('uses low compression effort for a response that is sent once', async () => {
  const serializer = createResponseSerializer(compression)
  expect(
    bodyText(await serializer.respond(longResult, acceptHeaders('br'), responseHeaders, 'once')),
  ).toMatch(/^once/)
})

test('serialises a result that is merged with cached JSON completely', async () => {
  const fixedPart = cacheJson({ words: 'the same in all '.repeat(200) })
  const serializer = createResponseSerializer(compression)
  for (const cost of [1, 2]) {
    const response = await serializer.respond(
      mergeWithCachedJson(fixedPart, { cost }),
      acceptHeaders(),
      responseHeaders,
    )
    expect(JSON.parse(bodyText(response))).toEqual({ ...fixedPart, cost })
  }
})

test('retries a failed compression for the next request', async () => {
  const serializer = createResponseSerializer(compression)
  brotli.mockRejectedValueOnce(new Error('no memory'))
  await expect(serializer.respond(longResult, acceptHeaders('br'), responseHeaders)).rejects.toThrow(
    'no memory',
  )
  expect(encodingOf(await serializer.respond(longResult, acceptHeaders('br'), responseHeaders))).toBe('br')
})

test('has an ETag by content and encoding, and responds 304 if the client has it', async () => {
  const [serializer, otherSerializer] = [createResponseSerializer(compression), createResponseSerializer()]
  const full = await serializer.respond(longResult, acceptHeaders('gzip'), responseHeaders)
  const etag = headerOf(full, 'ETag')!
  expect(etag).toMatch(/^".+-gzip"$/)
  const revalidate = (tag: string, accepted: string) =>
    serializer.respond(
      longResult,
      new Headers({ 'Accept-Encoding': accepted, 'If-None-Match': tag }),
      responseHeaders,
    )
  const unchanged = await revalidate(`"other", W/${etag}`, 'gzip')
  expect([unchanged.status, unchanged.body, headerOf(unchanged, 'ETag')]).toEqual([304, null, etag])
  expect(headerOf(unchanged, 'Cache-Control')).toBe('private, no-cache')
  expect((await revalidate(etag, 'br')).status, 'another encoding').toBe(200)
  const [first, second] = [{ a: 1 }, { a: 1 }]
  const tags = [
    await otherSerializer.respond(first, acceptHeaders(), responseHeaders),
    await otherSerializer.respond(second, acceptHeaders(), responseHeaders),
  ]
  expect(headerOf(tags[0]!, 'ETag')).toBe(headerOf(tags[1]!, 'ETag'))
})
