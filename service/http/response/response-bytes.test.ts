/** Size of responses on the wire, and how often they are serialised. */
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { createResponseSerializer } from './response-bytes.ts'
import type { Compression } from './response-bytes.ts'
import { gzipped } from './encodings.ts'
import type { HttpResponse } from './response.ts'

const long = { words: 'an answer '.repeat(500) }
const text = JSON.stringify(long)
/** A substitute for Brotli, which browsers lack. */
const brotli = vi.fn<NonNullable<Compression['brotli']>>(async (given, effort) =>
  Uint8Array.from(Buffer.from(`${effort} ${given.length}`)),
)
const packing: Compression = { gzip: gzipped, brotli, digest: ({ length }) => `${length}` }
const taking = (accepted?: string) =>
  new Headers(accepted === undefined ? {} : { 'Accept-Encoding': accepted })
const fields = ['Cache-Control', 'private, no-cache']
const written = ({ body }: HttpResponse) => Buffer.from(body!).toString()
const field = ({ headers: list }: HttpResponse, name: string) => list[list.indexOf(name) + 1]
const encodingOf = (response: HttpResponse) =>
  response.headers.includes('Content-Encoding') ? field(response, 'Content-Encoding') : undefined

beforeEach(() => void brotli.mockClear())

test('uses the smallest accepted encoding: Brotli, then gzip, then identity', async () => {
  const bytes = createResponseSerializer(packing)
  const form = async (accepted?: string) => encodingOf(await bytes.respond(long, taking(accepted), fields))
  expect(await form('gzip, deflate, br, zstd')).toBe('br')
  expect(await form('br;q=0.1, gzip;q=1')).toBe('br')
  expect(await form('br;q=0, gzip')).toBe('gzip')
  expect(await form('br;q=0.0, gzip;q=0')).toBeUndefined()
  expect(await form('zstd')).toBeUndefined()
  expect(await form()).toBeUndefined()
  expect(written(await bytes.respond(long, taking(), fields))).toBe(text)
  const { body } = await bytes.respond(long, taking('gzip'), fields)
  expect(gunzipSync(body!).toString()).toBe(text)
})

test('uses gzip if there is no Brotli, as in a browser', async () => {
  const bytes = createResponseSerializer()
  expect(encodingOf(await bytes.respond(long, taking('br, gzip'), fields))).toBe('gzip')
  expect(encodingOf(await bytes.respond(long, taking('br'), fields))).toBeUndefined()
})

test('sends short responses uncompressed', async () => {
  const response = await createResponseSerializer(packing).respond(
    { short: true },
    taking('br, gzip'),
    fields,
  )
  expect([written(response), encodingOf(response)]).toEqual(['{"short":true}', undefined])
})

test('serialises and compresses once for concurrent requests', async () => {
  const bytes = createResponseSerializer(packing)
  const toJSON = vi.fn(() => ({ ...long }))
  const answer = { toJSON }
  const [one, other] = await Promise.all([
    bytes.respond(answer, taking('br'), fields),
    bytes.respond(answer, taking('br'), fields),
  ])
  await bytes.respond(answer, taking('gzip'), fields)
  expect(one.body).toBe(other.body)
  expect(toJSON).toHaveBeenCalledOnce()
  expect(brotli).toHaveBeenCalledOnce()
  await bytes.respond({ ...long }, taking('br'), fields)
  expect(brotli, 'another answer is compressed anew, though it says the same').toHaveBeenCalledTimes(2)
})

test('prepares the smallest form ahead, without delaying requests meanwhile', async () => {
  let finished!: () => void
  const slow = new Promise<void>((resolve) => (finished = resolve))
  const bytes = createResponseSerializer({
    ...packing,
    brotli: async (given, effort) => {
      if (effort === 'most') await slow
      return brotli(given, effort)
    },
  })
  const prepared = bytes.prepare(long)
  expect(written(await bytes.respond(long, taking('br'), fields))).toMatch(/^quick/)
  finished()
  await prepared
  expect(written(await bytes.respond(long, taking('br'), fields))).toMatch(/^most/)
})

test('uses low compression effort for a response that is sent once', async () => {
  const bytes = createResponseSerializer(packing)
  expect(written(await bytes.respond(long, taking('br'), fields, 'once'))).toMatch(/^once/)
})

test('sends a response that is composed of parts like any other', async () => {
  const fixedPart = cacheJson({ words: 'the same in all '.repeat(200) })
  const bytes = createResponseSerializer(packing)
  for (const cost of [1, 2]) {
    const response = await bytes.respond(mergeWithCachedJson(fixedPart, { cost }), taking(), fields)
    expect(JSON.parse(written(response))).toEqual({ ...fixedPart, cost })
  }
})

test('retries a failed compression for the next request', async () => {
  const bytes = createResponseSerializer(packing)
  brotli.mockRejectedValueOnce(new Error('no memory'))
  await expect(bytes.respond(long, taking('br'), fields)).rejects.toThrow('no memory')
  expect(encodingOf(await bytes.respond(long, taking('br'), fields))).toBe('br')
})

test('has an ETag by content and encoding, and responds 304 if the client has it', async () => {
  const [bytes, elsewhere] = [createResponseSerializer(packing), createResponseSerializer()]
  const full = await bytes.respond(long, taking('gzip'), fields)
  const etag = field(full, 'ETag')!
  expect(etag).toMatch(/^".+-gzip"$/)
  const revalidate = (tag: string, accepted: string) =>
    bytes.respond(long, new Headers({ 'Accept-Encoding': accepted, 'If-None-Match': tag }), fields)
  const unchanged = await revalidate(`"other", W/${etag}`, 'gzip')
  expect([unchanged.status, unchanged.body, field(unchanged, 'ETag')]).toEqual([304, null, etag])
  expect(field(unchanged, 'Cache-Control')).toBe('private, no-cache')
  expect((await revalidate(etag, 'br')).status, 'another form of it').toBe(200)
  const [one, same] = [{ a: 1 }, { a: 1 }]
  const tags = [
    await elsewhere.respond(one, taking(), fields),
    await elsewhere.respond(same, taking(), fields),
  ]
  expect(field(tags[0]!, 'ETag')).toBe(field(tags[1]!, 'ETag'))
})
