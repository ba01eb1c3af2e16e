/** Operator actions on keys: issue, rotate and revoke. */
import type { Key, KeyKind, KeyRepository, Scope } from '#service/store/keys.ts'
import { isRange } from '#service/access/address.ts'
import type { ChangeRecorded } from './audit.ts'
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
  /** IP addresses and CIDR ranges it may be used from. */
  readonly addresses?: readonly string[]
  /** SHA-256 of the client certificate that must come with it: 64 hex digits, with or without colons. */
  readonly certificate?: string
  readonly mode?: Mode
}

/**
 * An `id` may also be given as a whole subscription key. All reject with an OperatorError if the partner or
 * key does not exist, the key is revoked, or an argument is invalid.
 */
export type KeyOperations = {
  /**
   * Creates a key; its secret is returned only here. `given` is for the demo account, whose credentials are
   * reproducible.
   */
  issueKey(partnerId: string, kind: KeyKind, options?: KeyOptions, given?: Credentials): Promise<Credentials>
  /** Replaces the secret of a key; the one before stays valid for `graceHours`, 0 to 720. */
  rotateKey(id: string, graceHours?: number): Promise<{ kind: KeyKind } & Credentials>
  revokeKey(id: string): Promise<Key>
}

export type KeyOperationParts = {
  readonly change: ChangeRecorded
  readonly hash: Hash
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export function keyOperations({ change, hash, clock }: KeyOperationParts): KeyOperations {
  return {
    async issueKey(partnerId, kind, options = {}, given) {
      if (options.mode === 'test' && partnerId === demoPartnerId)
        throw new OperatorError(
          'The keys of the demo account read the configured market: add a partner of its own for test keys.',
        )
      const limits = limitsOf(options)
      const id = given?.id ?? makeKeyId(kind, options.mode ?? 'live')
      const secret = given?.secret ?? makeSecret(kind, id)
      const made = { id, kind, partnerId, secretHash: await hash(secret), createdAt: clock() }
      await change(async ({ accounts, keys, record }) => {
        await partnerOf(accounts, partnerId)
        await keys.add({ ...made, ...limits, previous: null, lastUsedAt: null, revokedAt: null })
        await record({
          action: 'key-issued',
          partnerId,
          subject: id,
          details: {
            kind,
            scopes: limits.scopes.join(' '),
            ratePerMinute: limits.ratePerMinute,
            addresses: limits.addresses.join(' '),
            certificate: limits.certificate,
          },
        })
      })
      return { id, secret }
    },
    rotateKey: async (given, graceHours = 0) =>
      change(async ({ keys, record }) => {
        const { id, kind, partnerId, secretHash } = await usableKey(keys, given)
        if (!(graceHours >= 0 && graceHours <= 24 * 30))
          throw new OperatorError('The grace must be 0 to 720 hours.')
        const secret = makeSecret(kind, id)
        const previous = graceHours > 0 ? { secretHash, until: clock() + graceHours * 3600_000 } : null
        if (!(await keys.replaceSecret(id, await hash(secret), previous))) throw wasRevoked(id)
        await record({ action: 'key-rotated', partnerId, subject: id, details: { kind, graceHours } })
        return { id, kind, secret }
      }),
    revokeKey: async (given) =>
      change(async ({ keys, record }) => {
        const key = await usableKey(keys, given)
        const { id, kind, partnerId } = key
        const at = clock()
        if (!(await keys.revoke(id, at))) throw wasRevoked(id)
        await record({ action: 'key-revoked', partnerId, subject: id, details: { kind } })
        return { ...key, revokedAt: at }
      }),
  }
}

/** The key of an id, or of a whole subscription key, that was not revoked. */
async function usableKey(keys: KeyRepository, given: string): Promise<Key> {
  const key =
    (await keys.find(given)) ?? (await keys.find(given.slice(0, Math.max(0, given.lastIndexOf('_')))))
  if (!key) throw new OperatorError(`There is no key "${given.slice(0, 30)}".`)
  if (key.revokedAt !== null) throw wasRevoked(key.id)
  return key
}

const wasRevoked = (id: string) => new OperatorError(`The key ${id} was revoked.`)

function limitsOf(options: KeyOptions): Pick<Key, 'scopes' | 'ratePerMinute' | 'addresses' | 'certificate'> {
  const scopes = options.scopes ?? allScopes
  const unknown = scopes.find((scope) => !allScopes.includes(scope as Scope))
  if (unknown !== undefined || scopes.length === 0)
    throw new OperatorError(`"${unknown ?? ''}" is not a scope; there are ${allScopes.join(', ')}.`)
  const wrong = options.addresses?.find((range) => !isRange(range))
  if (wrong !== undefined)
    throw new OperatorError(`"${wrong}" is not an IP address or CIDR range such as 203.0.113.0/24.`)
  const rate = options.ratePerMinute
  if (rate !== undefined && !(Number.isInteger(rate) && rate >= 1 && rate <= 1_000_000)) {
    throw new OperatorError('The rate must be a whole number of requests per minute, 1 to 1 000 000.')
  }
  const certificate = options.certificate?.replaceAll(':', '').toLowerCase()
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
