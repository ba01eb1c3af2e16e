import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '#service/shared/metrics.ts'
import { makeAuthority, opensslMissing } from './certificates.fixture.ts'
import type { IssuedCertificate } from './certificates.fixture.ts'
import { clientCertificate } from './client-certificate.ts'
import { secureServer } from './secure-server.ts'
import { openTls } from './tls.ts'

describe.skipIf(opensslMissing)('certificates of clients (needs openssl)', () => {
  let folder: string
  let authority: ReturnType<typeof makeAuthority>
  let clientPair: IssuedCertificate
  let foreignPair: IssuedCertificate
  let pem: string
  let fingerprint: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mtls-'))
    authority = makeAuthority(folder)
    clientPair = authority.issue('partner')
    foreignPair = makeAuthority(folder, 'other').issue('stranger')
    pem = readFileSync(clientPair.certificate, 'utf8')
    fingerprint = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('the service’s own TLS accepts only certificates of the configured authority, over both protocols', async () => {
    const { certificate, key } = authority.issue('localhost')
    const files = { certificate, key, clientCa: authority.certificate }
    const tls = openTls(files, { log: () => {}, metrics: createMetrics() })
    const server = secureServer(tls)({}, (incoming, outgoing) =>
      outgoing.end(String(clientCertificate(incoming, []))),
    )
    server.listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const pair = (issued?: IssuedCertificate) =>
      issued ? { cert: readFileSync(issued.certificate), key: readFileSync(issued.key) } : {}
    const overHttp1 = async (issued?: IssuedCertificate) => {
      const outgoing = request({ port, ca: authority.pem, agent: false, ...pair(issued) }).end()
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      return String(await response.setEncoding('utf8').toArray())
    }
    const overHttp2 = async (issued?: IssuedCertificate) => {
      const session = connect(`https://localhost:${port}`, { ca: authority.pem, ...pair(issued) })
      const text = String(await session.request({ ':path': '/' }).setEncoding('utf8').toArray())
      session.close()
      return text
    }
    for (const send of [overHttp1, overHttp2])
      expect([await send(clientPair), await send(foreignPair), await send()]).toEqual([
        fingerprint,
        'null',
        'null',
      ])
    server.close()
  })

  const proxies = ['10.0.0.0/8']
  const fingerprintOf = (rawHeaders: readonly string[], remoteAddress = '10.0.0.7') =>
    clientCertificate({ rawHeaders, socket: { remoteAddress } } as IncomingMessage, proxies)
  const fingerprintFrom = (headers: Readonly<Record<string, string>>, remoteAddress?: string) =>
    fingerprintOf(Object.entries(headers).flat(), remoteAddress)
  const rfc9440Header = () => `:${pem.replaceAll(/-----[^-]+-----|\s/g, '')}:`

  test('headers of a trusted proxy are accepted in the format of RFC 9440 or of nginx', () => {
    expect(fingerprintFrom({ 'client-cert': rfc9440Header() })).toBe(fingerprint)
    expect(fingerprintFrom({ 'x-client-cert': encodeURIComponent(pem) })).toBe(fingerprint)
  })

  test('headers that are contradictory, malformed or not from a trusted proxy are ignored', () => {
    const escaped = encodeURIComponent(pem)
    expect(fingerprintFrom({ 'client-cert': rfc9440Header() }, '203.0.113.7')).toBeNull()
    expect(fingerprintFrom({ 'x-client-cert': escaped }, '203.0.113.7')).toBeNull()
    expect(fingerprintFrom({ 'client-cert': rfc9440Header(), 'x-client-cert': escaped })).toBeNull()
    expect(fingerprintFrom({ 'client-cert': `${rfc9440Header()}, ${rfc9440Header()}` })).toBeNull()
    for (const text of ['', '::', ':!:', ':AAAA:', rfc9440Header().slice(1)])
      expect(fingerprintFrom({ 'client-cert': text })).toBeNull()
    for (const text of ['', '%', 'x', escaped.slice(0, 100)])
      expect(fingerprintFrom({ 'x-client-cert': text })).toBeNull()
    expect(fingerprintFrom({})).toBeNull()
  })

  test('repeated headers and several certificates are ignored, because the first may be the caller’s', () => {
    const foreign = readFileSync(foreignPair.certificate, 'utf8')
    const [escaped, escapedForeign] = [encodeURIComponent(pem), encodeURIComponent(foreign)]
    expect(fingerprintOf(['X-Client-Cert', escaped])).toBe(fingerprint)
    expect(fingerprintOf(['X-Client-Cert', escaped, 'x-client-cert', escapedForeign])).toBeNull()
    expect(fingerprintOf(['X-Client-Cert', escaped, 'Host', 'a', 'X-Client-Cert', ''])).toBeNull()
    expect(fingerprintOf(['Client-Cert', rfc9440Header(), 'Client-Cert', rfc9440Header()])).toBeNull()
    expect(fingerprintFrom({ 'x-client-cert': `${escaped}, ${escapedForeign}` })).toBeNull()
    expect(fingerprintFrom({ 'x-client-cert': encodeURIComponent(`${pem}${foreign}`) })).toBeNull()
  })
})
