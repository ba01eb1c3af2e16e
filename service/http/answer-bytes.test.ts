/** What answers weigh on the wire, and how often they are made for it. */
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAnswerBytes } from './answer-bytes.ts'
import type { Brotli } from './answer-bytes.ts'

const long = { words: 'an answer '.repeat(500) }
const text = JSON.stringify(long)
/** Stands for Brotli, which browsers have not. */
const brotli = vi.fn<Brotli>(async (given, effort) =>
  Uint8Array.from(Buffer.from(`${effort} ${given.length}`)),
)
const taking = (accepted?: string) =>
  new Headers(accepted === undefined ? {} : { 'Accept-Encoding': accepted })
const written = (body: string | Uint8Array) => Buffer.from(body).toString()

beforeEach(() => void brotli.mockClear())

test('goes in the smallest form the request takes: Brotli, then gzip, then as it is', async () => {
  const bytes = createAnswerBytes(brotli)
  const form = async (accepted?: string) => (await bytes.of(long, taking(accepted))).encoding
  expect(await form('gzip, deflate, br, zstd')).toBe('br')
  expect(await form('br;q=0.1, gzip;q=1')).toBe('br')
  expect(await form('br;q=0, gzip')).toBe('gzip')
  expect(await form('br;q=0.0, gzip;q=0')).toBeUndefined()
  expect(await form('zstd')).toBeUndefined()
  expect(await form()).toBeUndefined()
  expect((await bytes.of(long, taking())).body).toBe(text)
  const { body } = await bytes.of(long, taking('gzip'))
  expect(gunzipSync(body as Uint8Array).toString()).toBe(text)
})

test('where there is no Brotli, as in a browser, gzip is what there is', async () => {
  const bytes = createAnswerBytes()
  expect((await bytes.of(long, taking('br, gzip'))).encoding).toBe('gzip')
  expect((await bytes.of(long, taking('br'))).encoding).toBeUndefined()
})

test('what is short goes as it is', async () => {
  expect(await createAnswerBytes(brotli).of({ short: true }, taking('br, gzip'))).toEqual({
    body: '{"short":true}',
  })
})

test('is written and compressed once, however many ask', async () => {
  const bytes = createAnswerBytes(brotli)
  const toJSON = vi.fn(() => ({ ...long }))
  const answer = { toJSON }
  const [one, other] = await Promise.all([bytes.of(answer, taking('br')), bytes.of(answer, taking('br'))])
  await bytes.of(answer, taking('gzip'))
  expect(one.body).toBe(other.body)
  expect(toJSON).toHaveBeenCalledOnce()
  expect(brotli).toHaveBeenCalledOnce()
  await bytes.of({ ...long }, taking('br'))
  expect(brotli, 'another answer is compressed anew, though it says the same').toHaveBeenCalledTimes(2)
})

test('prepared ahead it is as small as can be; who asks meanwhile does not wait for that', async () => {
  let done!: () => void
  const slow = new Promise<void>((resolve) => (done = resolve))
  const bytes = createAnswerBytes(async (given, effort) => {
    if (effort === 'most') await slow
    return brotli(given, effort)
  })
  const prepared = bytes.prepare(long)
  expect(written((await bytes.of(long, taking('br'))).body)).toMatch(/^quick/)
  done()
  await prepared
  expect(written((await bytes.of(long, taking('br'))).body)).toMatch(/^most/)
})

test('what could not be compressed is tried again for who asks next', async () => {
  const bytes = createAnswerBytes(brotli)
  brotli.mockRejectedValueOnce(new Error('no memory'))
  await expect(bytes.of(long, taking('br'))).rejects.toThrow('no memory')
  expect((await bytes.of(long, taking('br'))).encoding).toBe('br')
})
