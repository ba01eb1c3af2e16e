/** Operator actions on keys: issue, rotate and revoke. */
import type { Key, KeyKind, KeyRepository, Scope } from '#service/store/keys.ts'
import { isRange } from '#service/access/address.ts'
import type { RunAudited } from './audit.ts'
import type { Hash } from '#service/access/credentials/hashing.ts'
import { demoPartnerId } from '#service/access/demo-account.ts'
import { makeKeyId, makeSecret } from '#service/access/credentials/key-format.ts'
import type { Credentials, Mode } from '#service/access/credentials/key-format.ts'
import { partnerOf } from './operator-accounts.ts'
import { OperatorError } from './operator-error.ts'

export const allScopes: readonly Scope[] = ['what', 'why', 'how']

/** Restrictions of a new key; by default it is an unrestricted live key. */
export type KeyOptions = {
  readonly scopes?: readonly string[]
  /** Requests per minute, 1 to 1 000 000. */
  readonly ratePerMinute?: number
  /** IP addresses and CIDR ranges from which it may be used. */
  readonly addresses?: readonly string[]
  /** SHA-256 of the client certificate that the caller must present: 64 hex digits, with or without colons. */
  readonly certificate?: string
  readonly mode?: Exclude<Mode, 'demo'>
  /** Time from which the key is refused, milliseconds since the epoch; it must be in the future. */
  readonly expiresAt?: number
}

/**
 * Actions on keys. An `id` may also be a complete subscription key. All reject with an
 * OperatorError if the partner or key does not exist, the key is revoked, or an argument is
 * invalid.
 */
export type KeyOperations = {
  /**
   * Creates a key. Only this call returns its secret. `credentials` replace the random ones, for
   * the reproducible keys of the demo.
   */
  issueKey(
    partnerId: string,
    kind: KeyKind,
    options?: KeyOptions,
    credentials?: Credentials,
  ): Promise<Credentials>
  /** Replaces the secret of a key. The previous secret stays valid for `graceHours`, 0 to 720. */
  rotateKey(id: string, graceHours?: number): Promise<{ kind: KeyKind } & Credentials>
  revokeKey(id: string): Promise<Key>
}

export type KeyOperationParts = {
  readonly runAudited: RunAudited
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
}

export function keyOperations({ runAudited, hash, clock }: KeyOperationParts): KeyOperations {
  return {
    async issueKey(partnerId, kind, options = {}, credentials) {
      if (options.mode === 'test' && partnerId === demoPartnerId)
        throw new OperatorError(
          'The keys of the demo account read the configured market: add a separate partner for test keys.',
        )
      const restrictions = restrictionsOf(options)
      const { expiresAt = null } = options
      if (expiresAt !== null && expiresAt <= clock())
        throw new OperatorError(`The key would expire in the past: ${new Date(expiresAt).toISOString()}.`)
      const id = credentials?.id ?? makeKeyId(kind, options.mode ?? 'live')
      const secret = credentials?.secret ?? makeSecret(kind, id)
      const key = { id, kind, partnerId, secretHash: await hash(secret), createdAt: clock(), expiresAt }
      await runAudited(async ({ accounts, keys, record }) => {
        await partnerOf(accounts, partnerId)
        await keys.add({ ...key, ...restrictions, previous: null, lastUsedAt: null, revokedAt: null })
        await record({
          action: 'key-issued',
          partnerId,
          subject: id,
          details: {
            kind,
            scopes: restrictions.scopes.join(' '),
            ratePerMinute: restrictions.ratePerMinute,
            addresses: restrictions.addresses.join(' '),
            certificate: restrictions.certificate,
            expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
          },
        })
      })
      return { id, secret }
    },
    rotateKey: async (idOrKey, graceHours = 0) =>
      runAudited(async ({ keys, record }) => {
        const { id, kind, partnerId, secretHash, expiresAt } = await usableKey(keys, idOrKey)
        if (expiresAt !== null && expiresAt <= clock())
          throw new OperatorError(
            `The key ${id} expired ${new Date(expiresAt).toISOString()}: issue a new one.`,
          )
        if (!(graceHours >= 0 && graceHours <= 24 * 30))
          throw new OperatorError('The grace period must be 0 to 720 hours.')
        const secret = makeSecret(kind, id)
        const previous = graceHours > 0 ? { secretHash, until: clock() + graceHours * 3600_000 } : null
        if (!(await keys.replaceSecret(id, await hash(secret), previous))) throw revokedError(id)
        await record({ action: 'key-rotated', partnerId, subject: id, details: { kind, graceHours } })
        return { id, kind, secret }
      }),
    revokeKey: async (idOrKey) =>
      runAudited(async ({ keys, record }) => {
        const key = await usableKey(keys, idOrKey)
        const { id, kind, partnerId } = key
        const revokedAt = clock()
        if (!(await keys.revoke(id, revokedAt))) throw revokedError(id)
        await record({ action: 'key-revoked', partnerId, subject: id, details: { kind } })
        return { ...key, revokedAt }
      }),
  }
}

/**
 * The key with this id, or of this complete subscription key. Rejects if it does not exist or is
 * revoked.
 */
async function usableKey(keys: KeyRepository, idOrKey: string): Promise<Key> {
  const key =
    (await keys.find(idOrKey)) ?? (await keys.find(idOrKey.slice(0, Math.max(0, idOrKey.lastIndexOf('_')))))
  if (!key) throw new OperatorError(`There is no key "${idOrKey.slice(0, 30)}".`)
  if (key.revokedAt !== null) throw revokedError(key.id)
  return key
}

const revokedError = (id: string) => new OperatorError(`The key ${id} was revoked.`)

/** Validates the restrictions of a key. @throws OperatorError */
function restrictionsOf(
  options: KeyOptions,
): Pick<Key, 'scopes' | 'ratePerMinute' | 'addresses' | 'certificate'> {
  const scopes = options.scopes ?? allScopes
  const unknownScope = scopes.find((scope) => !allScopes.includes(scope as Scope))
  if (unknownScope !== undefined || scopes.length === 0)
    throw new OperatorError(`"${unknownScope ?? ''}" is not a scope; the scopes are ${allScopes.join(', ')}.`)
  const invalidRange = options.addresses?.find((range) => !isRange(range))
  if (invalidRange !== undefined)
    throw new OperatorError(`"${invalidRange}" is not an IP address or CIDR range such as 203.0.113.0/24.`)
  const rate = options.ratePerMinute
  if (rate !== undefined && !(Number.isInteger(rate) && rate >= 1 && rate <= 1_000_000)) {
    throw new OperatorError('The rate must be a whole number of requests per minute, 1 to 1 000 000.')
  }
  // `openssl x509 -fingerprint` prints "sha256 Fingerprint=AB:CD:…".
  const certificate = options.certificate
    ?.replace(/^sha256 fingerprint=/i, '')
    .replaceAll(':', '')
    .toLowerCase()
  if (certificate !== undefined && !/^[0-9a-f]{64}$/.test(certificate))
    throw new OperatorError(
      'The certificate must be the SHA-256 fingerprint, 64 hex digits (openssl x509 -noout -fingerprint -sha256).',
    )
  return {
    scopes: scopes as readonly Scope[],
    ratePerMinute: rate ?? null,
    addresses: options.addresses ?? [],
    certificate: certificate ?? null,
  }
}
