/**
 * TLS of the service itself: versions, ciphers, and certificates that are renewed on disk while it runs. A new certificate
 * applies to new connections; open ones continue. An invalid one leaves the old one in use.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { SecureContextOptions, Server } from 'node:tls'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { TlsFiles } from '#service/server/config/environment.ts'

/** Interval of the file checks, milliseconds; SIGHUP checks at once. */
const lookEveryMs = 10_000

/**
 * TLS 1.2 with forward secrecy and authenticated encryption only, and TLS 1.3: what RFC 9325 (4.2) recommends and HTTP/2
 * (RFC 9113, 9.2.2) does not forbid.
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
  /** The initial options of a server. */
  readonly options: SecureContextOptions
  /**
   * Whether clients are requested to send a certificate. It stays optional: only keys bound to one require
   * it.
   */
  readonly asksClients: boolean
  /** Reloads a server's certificate when its files change. Returns the stop. */
  readonly keepFresh: (server: Server) => () => void
}

export type TlsParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count' | 'set'>
  /** For tests. */
  readonly everyMs?: number
}

/** @throws EnvironmentError where the files cannot be used */
export function openTls(files: TlsFiles, { log, metrics, everyMs = lookEveryMs }: TlsParts): Tls {
  let looked = lookOf(files)
  const first = read(files)
  if ('refused' in first) throw new EnvironmentError(`${first.refused}.`)
  const told = (validTo: Date) =>
    metrics.set('service_tls_certificate_expiry_seconds', {}, validTo.getTime() / 1000)
  told(first.validTo)

  const keepOld = (reason: string) => {
    metrics.count('service_tls_reload_failures_total', {})
    log('error', 'tls-reload-failed', { reason })
  }
  const renew = (server: Server) => {
    const now = lookOf(files)
    if (now === looked) return
    looked = now
    const next = read(files)
    if ('refused' in next) return keepOld(next.refused)
    server.setSecureContext(next.options)
    told(next.validTo)
    log('info', 'tls-reloaded', { expires: next.validTo.toISOString() })
  }
  return {
    options: first.options,
    asksClients: files.clientCa !== null,
    keepFresh(server) {
      // Called by a timer and by a signal: an exception would end the process.
      const look = () => {
        try {
          renew(server)
        } catch (error) {
          keepOld(error instanceof Error ? error.message : String(error))
        }
      }
      const timer = setInterval(look, everyMs).unref()
      process.on('SIGHUP', look)
      return () => {
        clearInterval(timer)
        process.off('SIGHUP', look)
      }
    },
  }
}

const named = (files: TlsFiles): (readonly [string, string])[] => [
  ['TLS_CERT', files.certificate],
  ['TLS_KEY', files.key],
  ...(files.clientCa === null ? [] : [['TLS_CLIENT_CA', files.clientCa] as const]),
]

/** Changes whenever a file may have changed; links are followed, since what renews certificates turns them. */
function lookOf(files: TlsFiles): string {
  return named(files)
    .map(([, path]) => {
      try {
        const { ino, size, mtimeNs } = statSync(path, { bigint: true })
        return `${ino} ${size} ${mtimeNs}`
      } catch (error) {
        // Not there, not to be reached, a link in a circle: it is looked at again when that changes.
        return (error as NodeJS.ErrnoException).code
      }
    })
    .join(', ')
}

type Pair = { readonly options: SecureContextOptions; readonly validTo: Date }

/**
 * The files as a matching pair, or why they are not: a sentence without its full stop that repeats no key
 * material.
 */
function read(files: TlsFiles): Pair | { readonly refused: string } {
  const found = new Map<string, Buffer>()
  for (const [name, path] of named(files)) {
    try {
      found.set(name, readFileSync(path))
    } catch (error) {
      return { refused: `${name}="${path}" cannot be read: ${(error as Error).message}` }
    }
  }
  const [cert, key, ca] = ['TLS_CERT', 'TLS_KEY', 'TLS_CLIENT_CA'].map((name) => found.get(name))
  const unfit = `TLS_CERT="${files.certificate}" cannot be used:`
  let first: X509Certificate
  try {
    first = new X509Certificate(cert!)
  } catch {
    return { refused: `${unfit} expected a certificate in PEM` }
  }
  if (first.validToDate.getTime() < Date.now())
    return { refused: `${unfit} it ended on ${first.validToDate.toISOString()}` }
  const options = { ...versionsAndCiphers, cert, key, ...(ca ? { ca } : {}) }
  try {
    createSecureContext(options)
  } catch (error) {
    return {
      refused: `${unfit} with TLS_KEY="${files.key}" it is no pair (${(error as Error).message})`,
    }
  }
  return { options, validTo: first.validToDate }
}
