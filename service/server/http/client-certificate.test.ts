import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '#service/shared/metrics.ts'
import { makeAuthority, withoutOpenssl } from './certificates.fixture.ts'
import type { Issued } from './certificates.fixture.ts'
import { clientCertificate } from './client-certificate.ts'
import { secureServer } from './secure-server.ts'
import { openTls } from './tls.ts'

describe.skipIf(withoutOpenssl)('certificates of clients (needs openssl)', () => {
  let folder: string
  let ours: ReturnType<typeof makeAuthority>
  let shown: Issued
  let stranger: Issued
  let pem: string
  let fingerprint: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mtls-'))
    ours = makeAuthority(folder)
    shown = ours.issue('partner')
    stranger = makeAuthority(folder, 'other').issue('stranger')
    pem = readFileSync(shown.certificate, 'utf8')
    fingerprint = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('over the service’s own TLS only those of configured authorities are accepted, by HTTP/1.1 and HTTP/2', async () => {
    const { certificate, key } = ours.issue('localhost')
    const files = { certificate, key, clientCa: ours.certificate }
    const tls = openTls(files, { log: () => {}, metrics: createMetrics() })
    const server = secureServer(tls)({}, (asked, answer) => answer.end(String(clientCertificate(asked, []))))
    server.listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const pair = (issued?: Issued) =>
      issued ? { cert: readFileSync(issued.certificate), key: readFileSync(issued.key) } : {}
    const asked1 = async (issued?: Issued) => {
      const call = request({ port, ca: ours.pem, agent: false, ...pair(issued) }).end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      return String(await answer.setEncoding('utf8').toArray())
    }
    const asked2 = async (issued?: Issued) => {
      const session = connect(`https://localhost:${port}`, { ca: ours.pem, ...pair(issued) })
      const text = String(await session.request({ ':path': '/' }).setEncoding('utf8').toArray())
      session.close()
      return text
    }
    for (const asked of [asked1, asked2])
      expect([await asked(shown), await asked(stranger), await asked()]).toEqual([
        fingerprint,
        'null',
        'null',
      ])
    server.close()
  })

  const proxies = ['10.0.0.0/8']
  const told = (headers: IncomingHttpHeaders, remoteAddress = '10.0.0.7') =>
    clientCertificate({ headers, socket: { remoteAddress } } as IncomingMessage, proxies)
  const standard = () => `:${pem.replaceAll(/-----[^-]+-----|\s/g, '')}:`

  test('from a trusted proxy are accepted in the form of RFC 9440 or of nginx', () => {
    expect(told({ 'client-cert': standard() })).toBe(fingerprint)
    expect(told({ 'x-client-cert': encodeURIComponent(pem) })).toBe(fingerprint)
  })

  test('from other callers, contradictory or malformed ones are ignored', () => {
    const escaped = encodeURIComponent(pem)
    expect(told({ 'client-cert': standard() }, '203.0.113.7')).toBeNull()
    expect(told({ 'x-client-cert': escaped }, '203.0.113.7')).toBeNull()
    expect(told({ 'client-cert': standard(), 'x-client-cert': escaped })).toBeNull()
    expect(told({ 'client-cert': `${standard()}, ${standard()}` })).toBeNull()
    for (const text of ['', '::', ':!:', ':AAAA:', standard().slice(1)])
      expect(told({ 'client-cert': text })).toBeNull()
    for (const text of ['', '%', 'x', escaped.slice(0, 100)])
      expect(told({ 'x-client-cert': text })).toBeNull()
    expect(told({})).toBeNull()
  })
})
