import { brotliDecompressSync, brotliCompressSync } from 'node:zlib'
import { get } from 'node:http'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('what a partner’s page downloads is brotli and at most 2,200 bytes', async ({ site }) => {
  const { body, encoding } = await new Promise<{ body: Buffer; encoding: string | undefined }>(
    (resolve, reject) => {
      get(`${site.serviceUrl}/widgetLoader`, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ body: Buffer.concat(chunks), encoding: response.headers['content-encoding'] }),
        )
      }).on('error', reject)
    },
  )
  expect(encoding).toBe('br')
  expect(body.length).toBeLessThanOrEqual(2200)
  expect(brotliCompressSync(brotliDecompressSync(body)).length).toBeLessThanOrEqual(2200)
})
