/**
 * Fingerprint of the client certificate of a request (mutual TLS): from the TLS of the service, or from a trusted
 * proxy that terminates TLS, in `Client-Cert` (RFC 9440) or, as percent-encoded PEM, in `X-Client-Cert` (nginx'
 * `$ssl_client_escaped_cert`).
 */
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { isAddressAllowed } from '#service/access/address.ts'

/**
 * Returns the SHA-256 of the certificate's DER form, 64 hex digits. Null without a certificate, if `TLS_CLIENT_CA`
 * did not issue it, if the header of the proxy cannot be parsed, or if it is repeated or has several certificates. Headers of callers other than trusted proxies
 * are ignored; a trusted proxy must remove the headers that it receives from outside.
 */
export function clientCertificate(
  request: IncomingMessage,
  trustedProxies: readonly string[],
): string | null {
  const socket = request.socket as Partial<TLSSocket> & IncomingMessage['socket']
  if (isAddressAllowed(socket.remoteAddress, trustedProxies)) return fromProxyHeaders(request)
  if (!socket.encrypted || !socket.authorized) return null
  const certificate = socket.getPeerX509Certificate?.()
  return certificate ? fingerprintOf(certificate) : null
}

function fromProxyHeaders({ rawHeaders }: IncomingMessage): string | null {
  const fields = [...fieldsOf(rawHeaders, 'client-cert'), ...fieldsOf(rawHeaders, 'x-client-cert')]
  const [field] = fields
  // A proxy may add its header to that of the caller, or set one header and pass on the other one.
  if (!field || fields.length > 1) return null
  const encoded = field.name === 'client-cert' ? derOf(field.value) : pemOf(field.value)
  try {
    return encoded ? fingerprintOf(new X509Certificate(encoded)) : null
  } catch {
    return null
  }
}

/** The fields of a name, unlike `headers`, which joins repeated ones. Names and values alternate in `rawHeaders`. */
const fieldsOf = (rawHeaders: readonly string[], name: string) =>
  rawHeaders.flatMap((field, index) =>
    index % 2 === 0 && field.toLowerCase() === name ? [{ name, value: rawHeaders[index + 1]! }] : [],
  )

/** Parses a byte sequence of RFC 8941, 3.3.5: base64 between colons. */
function derOf(header: string): Buffer | null {
  const base64 = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(header)?.[1]
  return base64 === undefined ? null : Buffer.from(base64, 'base64')
}

/** Parses a percent-encoded certificate. Of several, `X509Certificate` would read the first. */
function pemOf(header: string): string | null {
  try {
    const pem = decodeURIComponent(header)
    return pem.split('BEGIN CERTIFICATE').length === 2 ? pem : null
  } catch {
    return null
  }
}

const fingerprintOf = (certificate: X509Certificate) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()
