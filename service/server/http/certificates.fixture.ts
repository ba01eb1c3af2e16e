/** Certificates for tests, created with `openssl`: an authority and the certificates that it issues. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reason to skip tests that need openssl; null if it is installed. */
export const opensslMissing = [
  '/usr/bin/openssl',
  '/usr/local/bin/openssl',
  '/opt/homebrew/bin/openssl',
].some((path) => existsSync(path))
  ? null
  : 'openssl is missing'

export type IssuedCertificate = { readonly certificate: string; readonly key: string }

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Options of openssl for a new key. */
const keyKinds = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
  rsa: ['-newkey', 'rsa:2048', '-nodes'],
} as const

/** Creates a certificate authority; its files and those that it issues are in `folder`. */
export function makeAuthority(folder: string, name = 'authority') {
  const paths = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
  const keyOptions = keyKinds.ec
  openssl(
    'req',
    '-x509',
    ...keyOptions,
    '-keyout',
    paths.key,
    '-out',
    paths.certificate,
    '-days',
    '30',
    '-subj',
    `/CN=${name}`,
  )
  return {
    ...paths,
    pem: readFileSync(paths.certificate, 'utf8'),
    /** Issues a certificate for localhost. `days`: its validity; with 0 it has expired. */
    issue(subject: string, days = 30, keyKind: keyof typeof keyKinds = 'ec'): IssuedCertificate {
      const [certificate, key, requestPath, extensionsPath] = ['crt', 'key', 'csr', 'ext'].map((extension) =>
        join(folder, `${subject}.${extension}`),
      ) as [string, string, string, string]
      writeFileSync(extensionsPath, 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
      openssl(
        'req',
        '-new',
        ...keyKinds[keyKind],
        '-keyout',
        key,
        '-out',
        requestPath,
        '-subj',
        `/CN=${subject}`,
      )
      const signingOptions = [
        '-CA',
        paths.certificate,
        '-CAkey',
        paths.key,
        '-CAcreateserial',
        '-extfile',
        extensionsPath,
      ]
      openssl(
        'x509',
        '-req',
        '-in',
        requestPath,
        ...signingOptions,
        '-out',
        certificate,
        '-days',
        String(days),
      )
      return { certificate, key }
    },
  }
}
