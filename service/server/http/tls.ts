/**
 * TLS of the service: versions, ciphers, and certificates that are reloaded when their files change. A new certificate
 * applies to new connections. An invalid one leaves the old one in use.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { SecureContextOptions, Server } from 'node:tls'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { TlsFiles } from '#service/server/config/environment.ts'
import { errorMessage } from '#service/shared/error-message.ts'

/** Interval of the file checks, milliseconds. SIGHUP triggers a check immediately. */
const defaultCheckIntervalMs = 10_000

/**
 * TLS 1.3, and TLS 1.2 only with forward secrecy and authenticated encryption, as RFC 9325 (4.2) recommends and HTTP/2
 * (RFC 9113, 9.2.2) allows.
 */
export const versionsAndCiphers = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const satisfies SecureContextOptions

export type Tls = {
  /** Initial options of a server. */
  readonly options: SecureContextOptions
  /**
   * Whether the server requests client certificates. They are optional: only keys that are bound to one require
   * it.
   */
  readonly requestsClientCertificate: boolean
  /** Reloads the certificate of a server when its files change. Returns the function that stops it. */
  readonly reloadOnChange: (server: Server) => () => void
}

export type TlsParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count' | 'set'>
  /** Interval of the file checks, milliseconds; shorter in tests. */
  readonly checkIntervalMs?: number
}

/**
 * Reads the certificate files.
 *
 * @throws EnvironmentError if they cannot be used
 */
export function openTls(
  files: TlsFiles,
  { log, metrics, checkIntervalMs = defaultCheckIntervalMs }: TlsParts,
): Tls {
  let lastFingerprint = fileFingerprint(files)
  const initial = readPair(files)
  if ('failure' in initial) throw new EnvironmentError(`${initial.failure}.`)
  const reportExpiry = (validTo: Date) =>
    metrics.set('service_tls_certificate_expiry_seconds', {}, validTo.getTime() / 1000)
  reportExpiry(initial.validTo)

  const reportFailure = (reason: string) => {
    metrics.count('service_tls_reload_failures_total', {})
    log('error', 'tls-reload-failed', { reason })
  }
  const reload = (server: Server) => {
    const fingerprint = fileFingerprint(files)
    if (fingerprint === lastFingerprint) return
    lastFingerprint = fingerprint
    const reloaded = readPair(files)
    if ('failure' in reloaded) return reportFailure(reloaded.failure)
    server.setSecureContext(reloaded.options)
    reportExpiry(reloaded.validTo)
    log('info', 'tls-reloaded', { expires: reloaded.validTo.toISOString() })
  }
  return {
    options: initial.options,
    requestsClientCertificate: files.clientCa !== null,
    reloadOnChange(server) {
      // A timer and a signal call this function, so an exception would end the process.
      const check = () => {
        try {
          reload(server)
        } catch (error) {
          reportFailure(errorMessage(error))
        }
      }
      const timer = setInterval(check, checkIntervalMs).unref()
      process.on('SIGHUP', check)
      return () => {
        clearInterval(timer)
        process.off('SIGHUP', check)
      }
    },
  }
}

const fileVariables = (files: TlsFiles): (readonly [string, string])[] => [
  ['TLS_CERT', files.certificate],
  ['TLS_KEY', files.key],
  ...(files.clientCa === null ? [] : [['TLS_CLIENT_CA', files.clientCa] as const]),
]

/** Returns a text that changes whenever a file may have changed. Follows links, because renewal tools replace them. */
function fileFingerprint(files: TlsFiles): string {
  return fileVariables(files)
    .map(([, path]) => {
      try {
        const { ino, size, mtimeNs } = statSync(path, { bigint: true })
        return `${ino} ${size} ${mtimeNs}`
      } catch (error) {
        // A missing or unreadable file is checked again when its error changes.
        return (error as NodeJS.ErrnoException).code
      }
    })
    .join(', ')
}

type CertificatePair = { readonly options: SecureContextOptions; readonly validTo: Date }

/**
 * Reads the files as a matching pair. If they cannot be used, returns a sentence without its full stop and without
 * key material.
 */
function readPair(files: TlsFiles): CertificatePair | { readonly failure: string } {
  const contents = new Map<string, Buffer>()
  for (const [name, path] of fileVariables(files)) {
    try {
      contents.set(name, readFileSync(path))
    } catch (error) {
      return { failure: `${name}="${path}" cannot be read: ${(error as Error).message}` }
    }
  }
  const [cert, key, ca] = ['TLS_CERT', 'TLS_KEY', 'TLS_CLIENT_CA'].map((name) => contents.get(name))
  const messagePrefix = `TLS_CERT="${files.certificate}" cannot be used:`
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(cert!)
  } catch {
    return { failure: `${messagePrefix} expected a certificate in PEM` }
  }
  if (certificate.validToDate.getTime() < Date.now())
    return { failure: `${messagePrefix} it expired on ${certificate.validToDate.toISOString()}` }
  const options = { ...versionsAndCiphers, cert, key, ...(ca ? { ca } : {}) }
  try {
    createSecureContext(options)
  } catch (error) {
    return {
      failure: `${messagePrefix} it and TLS_KEY="${files.key}" do not match (${(error as Error).message})`,
    }
  }
  return { options, validTo: certificate.validToDate }
}
