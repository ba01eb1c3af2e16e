/**
 * The certificate a client showed (mutual TLS), as its fingerprint: of our own TLS, or what a trusted proxy that ended TLS
 * says of it, as `Client-Cert` (RFC 9440) or, percent-encoded PEM, as `X-Client-Cert` (nginx' `$ssl_client_escaped_cert`).
 */
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { addressAllowed } from '#service/access/address.ts'

/**
 * SHA-256 of the certificate's DER form, 64 hex digits. Null where none came, where ours is of no authority of
 * `TLS_CLIENT_CA`, or where what a proxy says cannot be read. Of a caller that is no trusted proxy the headers are not
 * looked at; a trusted one must take out those that come from outside.
 */
export function clientCertificate(
  request: IncomingMessage,
  trustedProxies: readonly string[],
): string | null {
  const socket = request.socket as Partial<TLSSocket> & IncomingMessage['socket']
  if (addressAllowed(socket.remoteAddress, trustedProxies)) return toldByProxy(request)
  if (!socket.encrypted || !socket.authorized) return null
  const certificate = socket.getPeerX509Certificate?.()
  return certificate ? fingerprintOf(certificate) : null
}

function toldByProxy({ headers }: IncomingMessage): string | null {
  const [standard, escaped] = [headers['client-cert'], headers['x-client-cert']]
  // A proxy may write the one header and let pass what the caller wrote into the other.
  if (typeof standard === 'string' && typeof escaped === 'string') return null
  const read =
    typeof standard === 'string' ? derOf(standard) : typeof escaped === 'string' ? pemOf(escaped) : null
  try {
    return read ? fingerprintOf(new X509Certificate(read)) : null
  } catch {
    return null
  }
}

/** RFC 8941, 3.3.5: a byte sequence, base64 between colons. */
function derOf(header: string): Buffer | null {
  const base64 = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(header)?.[1]
  return base64 === undefined ? null : Buffer.from(base64, 'base64')
}

function pemOf(header: string): string | null {
  try {
    return decodeURIComponent(header)
  } catch {
    return null
  }
}

const fingerprintOf = (certificate: X509Certificate) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()
