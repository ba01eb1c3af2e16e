/** Certificates for tests, created with `openssl`: an authority and the certificates that it issues. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why tests of TLS are skipped; null if they can run. */
export const withoutOpenssl = [
  '/usr/bin/openssl',
  '/usr/local/bin/openssl',
  '/opt/homebrew/bin/openssl',
].some((path) => existsSync(path))
  ? null
  : 'openssl is missing'

export type Issued = { readonly certificate: string; readonly key: string }

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Creates an authority in a folder. */
export function makeAuthority(folder: string, name = 'authority') {
  const paths = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    'req',
    '-x509',
    ...ec,
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
    /** @param days Validity in days; with 0 the certificate has expired. */
    issue(subject: string, days = 30): Issued {
      const [certificate, key, request, extensions] = ['crt', 'key', 'csr', 'ext'].map((extension) =>
        join(folder, `${subject}.${extension}`),
      ) as [string, string, string, string]
      writeFileSync(extensions, 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
      openssl('req', '-new', ...ec, '-keyout', key, '-out', request, '-subj', `/CN=${subject}`)
      const signed = [
        '-CA',
        paths.certificate,
        '-CAkey',
        paths.key,
        '-CAcreateserial',
        '-extfile',
        extensions,
      ]
      openssl('x509', '-req', '-in', request, ...signed, '-out', certificate, '-days', String(days))
      return { certificate, key }
    },
  }
}
