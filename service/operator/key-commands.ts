/** Keys of all kinds: issue, rotate, revoke, list. */
import { modeOf } from '#service/access/credentials/key-format.ts'
import { allScopes } from '#service/access/operator/operator-keys.ts'
import type { KeyOptions } from '#service/access/operator/operator-keys.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'
import type { Key, KeyKind } from '#service/store/keys.ts'
import { defineCommand, fail, linesOf, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'
import { isoTime } from './iso-time.ts'

const keyId = { meaning: 'id of the key, or a complete subscription key' }

const issue = defineCommand({
  summary: 'Issues a key and prints its secret, once.',
  details: '--scopes, --rate, --certificate and --ip are for subscription keys.',
  arguments: {
    'partner id': { meaning: 'id of the partner' },
    kind: { meaning: 'widget, subscription or client' },
  },
  options: {
    test: {
      type: 'flag',
      meaning: 'the key reads the test market instead of the configured one (docs/test-keys.md)',
    },
    scopes: {
      type: 'list',
      value: 'scope,…',
      meaning: `products that the key may read: ${allScopes.join(', ')}`,
      otherwise: 'all',
    },
    rate: {
      type: 'number',
      value: 'requests',
      meaning: 'requests per minute',
      otherwise: String(defaultLimits.subscriptionKey.perMinute),
      from: 1,
      to: 1_000_000,
      isWhole: true,
    },
    certificate: {
      type: 'text',
      value: 'sha256',
      meaning: 'fingerprint of the client certificate that the caller must present (mutual TLS)',
    },
    expires: {
      type: 'text',
      value: 'date',
      meaning: 'UTC date (YYYY-MM-DD) or time from which the key and all that is issued for it are refused',
      otherwise: 'never',
    },
    ip: {
      type: 'list',
      value: 'address,…',
      meaning: 'addresses and CIDR ranges from which the key may be used',
      otherwise: 'anywhere',
    },
  },
  needs: 'cluster',
  example: 'key issue p_5mJ2kQ9xTz1a subscription --scopes what,why --rate 600 --ip 203.0.113.0/24',
  async run({ operator }, args, options) {
    const words = [args['partner id'], args.kind]
    // Both arguments are accepted in either order.
    const kind = words.find(isKind) ?? fail('<kind> must be widget, subscription or client')
    const partnerId = words.find((word) => !isKind(word)) ?? fail('<partner id> is missing')
    const issued = await operator.issueKey(partnerId, kind, keyOptions(kind, options))
    const credentials = credentialsOf(kind, issued)
    const mode = modeOf(issued.id)
    return {
      data: { id: issued.id, kind, partnerId, mode, ...credentials },
      text: oneTimeText(issued.id, credentials),
    }
  },
})

const rotate = defineCommand({
  summary: 'Replaces the secret of a key and prints the new one, once.',
  arguments: { 'key id': keyId },
  options: {
    grace: {
      type: 'number',
      value: 'hours',
      meaning: 'how long the old secret stays valid; 0 refuses it at once',
      from: 0,
      to: 720,
      isWhole: false,
      default: 0,
    },
  },
  needs: 'cluster',
  example: 'key rotate sub_live_8Zk2vQ --grace 24',
  async run({ operator }, { 'key id': id }, { grace }) {
    const rotated = await operator.rotateKey(id, grace)
    const credentials = credentialsOf(rotated.kind, rotated)
    return {
      data: { id: rotated.id, kind: rotated.kind, ...credentials },
      text: oneTimeText(rotated.id, credentials),
    }
  },
})

const revoke = defineCommand({
  summary: 'Revokes a key; takes effect on the next request.',
  arguments: { 'key id': keyId },
  needs: 'cluster',
  example: 'key revoke pk_live_8Zk2vQ',
  async run({ operator }, { 'key id': id }) {
    const key = await operator.revokeKey(id)
    return { data: publicKeyData(key), text: `Revoked ${key.id}.` }
  },
})

const list = defineCommand({
  summary: 'Lists keys without their secrets.',
  arguments: { 'partner id': { meaning: 'id of a partner', otherwise: 'all partners' } },
  needs: 'store',
  example: 'key list p_5mJ2kQ9xTz1a',
  async run({ store, operator }, { 'partner id': partnerId }) {
    if (partnerId !== undefined) await operator.domains(partnerId)
    const keys = (await store.keys.list(partnerId)).map(publicKeyData)
    const lines = keys.map(
      (key) => `${key.id}  ${key.kind}  ${key.partnerId}  ${stateOf(key)}  ${key.scopes.join(',')}`,
    )
    return { data: keys, text: linesOr(lines, 'No keys yet.') }
  },
})

export const keyCommands: CommandGroup = {
  summary: 'Keys of partners: widget keys, subscription keys and OAuth clients',
  commands: { issue, rotate, revoke, list },
}

type IssueOptions = {
  readonly test: boolean
  readonly scopes: readonly string[] | undefined
  readonly rate: number | undefined
  readonly certificate: string | undefined
  readonly expires: string | undefined
  readonly ip: readonly string[] | undefined
}

function keyOptions(
  kind: KeyKind,
  { test, scopes, rate, certificate, expires, ip }: IssueOptions,
): KeyOptions {
  if (kind !== 'subscription' && (scopes ?? ip ?? rate ?? certificate) !== undefined)
    fail('--scopes, --rate, --ip and --certificate are for subscription keys')
  return {
    mode: test ? 'test' : 'live',
    ...(expires !== undefined && { expiresAt: parseExpiry(expires) }),
    ...(scopes && { scopes }),
    ...(ip && { addresses: ip }),
    ...(certificate !== undefined && { certificate }),
    ...(rate !== undefined && { ratePerMinute: rate }),
  }
}

/** Parses a date, which begins at 00:00 UTC, or a time with its zone. Returns milliseconds since the epoch. */
function parseExpiry(text: string): number {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const time = isDate ? Date.parse(text) : NaN
  if (Number.isNaN(time))
    fail(`--expires is "${text}", and must be a date such as 2027-01-31 or 2027-01-31T18:00Z`)
  return time
}

function credentialsOf(
  kind: KeyKind,
  { id, secret }: { id: string; secret: string },
): Record<string, string> {
  if (kind === 'widget') return { apiKey: id, secretKey: secret }
  return kind === 'client' ? { clientId: id, clientSecret: secret } : { subscriptionKey: secret }
}

/** The id of a subscription key is a part of it, so it has a line of its own. */
const oneTimeText = (id: string, credentials: Readonly<Record<string, string>>) => [
  ...linesOf('subscriptionKey' in credentials ? { id, ...credentials } : credentials),
  'The secret is not shown again.',
]

/** A key without its hashes. */
function publicKeyData({ secretHash: _secretHash, previous, ...key }: Key) {
  return {
    ...key,
    mode: modeOf(key.id),
    createdAt: isoTime(key.createdAt),
    expiresAt: isoTime(key.expiresAt),
    lastUsedAt: isoTime(key.lastUsedAt),
    revokedAt: isoTime(key.revokedAt),
    previousSecretUntil: isoTime(previous?.until ?? null),
  }
}

type PublicKeyData = ReturnType<typeof publicKeyData>

const stateOf = ({ revokedAt, expiresAt }: Pick<PublicKeyData, 'revokedAt' | 'expiresAt'>): string => {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  if (expiresAt === null) return 'active'
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active until'} ${expiresAt}`
}

const isKind = (word: string): word is KeyKind =>
  word === 'widget' || word === 'subscription' || word === 'client'
