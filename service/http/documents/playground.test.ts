import { expect, test } from 'vitest'
import { HttpRequest } from '#service/http/request/request.ts'
import { createPlaygroundRoutes } from './playground.ts'

const page = { bytes: new Uint8Array(), type: 'text/html; charset=utf-8', etag: '"x"' }
const routes = createPlaygroundRoutes({}, { playground: new Map([['index.html', page]]) })

/** The policy of the page at a host name that no transport has checked. */
async function policyAt(protocol: string, host: string): Promise<string> {
  const origin = `${protocol}//${host}`
  const searchParams = new URLSearchParams()
  const url = { protocol, host, hostname: host, origin, pathname: '/', search: '', searchParams }
  const request = new HttpRequest({
    method: 'GET',
    headers: new Headers(),
    url,
    address: undefined,
    body: async () => new Uint8Array(),
  })
  const { headers } = await routes.find(({ path }) => path === '/docs/playground/')!.handle(request)
  return headers[headers.indexOf('Content-Security-Policy') + 1]!
}

test.each([
  ['https:', 'options.example.com', 'wss://options.example.com'],
  ['http:', '[::1]:8080', 'ws://[::1]:8080'],
  ['https:', 'x; script-src *', 'wss://localhost'],
  ['https:', 'x *', 'wss://localhost'],
])('the policy names the host of %s//%s as %s', async (protocol, host, source) => {
  expect((await policyAt(protocol, host)).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${source}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})
