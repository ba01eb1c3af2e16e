/** Certificates for tests, created with the machine's `openssl`: an authority and the certificates it issues. */
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

const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: ['ignore', 'pipe', 'pipe'] })

/** An authority in a folder of one's own. */
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
    /** @param days how long it is valid; before 1: it has ended */
    issue(subject: string, days = 30): Issued {
      const [certificate, key, request, extensions] = ['crt', 'key', 'csr', 'ext'].map((ending) =>
        join(folder, `${subject}.${ending}`),
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
