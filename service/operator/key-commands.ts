/** Keys of all kinds: issued, rotated, revoked, listed. */
import { modeOf } from '#service/access/credentials/key-format.ts'
import { allScopes } from '#service/access/operator/operator-keys.ts'
import type { KeyOptions } from '#service/access/operator/operator-keys.ts'
import type { Key, KeyKind } from '#service/store/keys.ts'
import { fail, linesOf, wordAt } from './command.ts'
import type { CommandGroup, Flags } from './command.ts'

export const keyCommands: CommandGroup = {
  help: `  key issue <partner id> <kind>           kind: widget, subscription, client; secrets are shown this once
      --test                              reads the test market instead of the configured one (docs/test-keys.md)
      --scopes ${allScopes.join(',')}               subscription: products the key may read (default: all)
      --rate <requests per minute>        subscription
      --certificate <sha256>              subscription: the client certificate that must come with it (mutual TLS)
      --ip <address or CIDR>,...          subscription: where the key may be used from (default: anywhere)
  key rotate <key id> [--grace <hours>]   a new secret; the old one is refused at once, or after the grace
  key revoke <key id>
  key list [partner id]`,
  commands: {
    'key issue': {
      most: 2,
      async run({ operator, words, flags }) {
        const kind = words.find(isKind) ?? fail('<kind> must be widget, subscription or client')
        const partnerId = words.find((word) => !isKind(word)) ?? fail('<partner id> is missing')
        const made = await operator.issueKey(partnerId, kind, keyOptions(kind, flags))
        const credentials = credentialsOf(kind, made)
        const mode = modeOf(made.id)
        return { data: { id: made.id, kind, partnerId, mode, ...credentials }, text: onceShown(credentials) }
      },
    },
    'key rotate': {
      most: 1,
      async run({ operator, words, flags }) {
        const made = await operator.rotateKey(wordAt(words, 0, '<key id>'), Number(flags['grace'] ?? 0))
        const credentials = credentialsOf(made.kind, made)
        return { data: { id: made.id, kind: made.kind, ...credentials }, text: onceShown(credentials) }
      },
    },
    'key revoke': {
      most: 1,
      async run({ operator, words }) {
        const key = await operator.revokeKey(wordAt(words, 0, '<key id>'))
        return { data: shown(key), text: `Revoked ${key.id}.` }
      },
    },
    'key list': {
      most: 1,
      async run({ store, operator, words: [partnerId] }) {
        if (partnerId !== undefined) await operator.domains(partnerId)
        const keys = (await store.keys.list(partnerId)).map(shown)
        const text = keys.map(
          (key) =>
            `${key.id}  ${key.kind}  ${key.partnerId}  ${key.revokedAt ? `revoked ${key.revokedAt}` : 'active'}  ${key.scopes.join(',')}`,
        )
        return { data: keys, text: text.join('\n') || 'No keys yet.' }
      },
    },
  },
}

function keyOptions(kind: KeyKind, flags: Flags): KeyOptions {
  const list = (name: string) => {
    const value = flags[name]
    return typeof value === 'string' ? value.split(/[\s,]+/).filter((word) => word !== '') : undefined
  }
  const [scopes, addresses, rate] = [list('scopes'), list('ip'), flags['rate']]
  const certificate = flags['certificate']
  if (kind !== 'subscription' && (scopes ?? addresses ?? rate ?? certificate) !== undefined)
    fail('--scopes, --rate, --ip and --certificate are for subscription keys')
  return {
    mode: flags['test'] === true ? 'test' : 'live',
    ...(scopes ? { scopes } : {}),
    ...(addresses ? { addresses } : {}),
    ...(typeof certificate === 'string' ? { certificate } : {}),
    ...(rate === undefined ? {} : { ratePerMinute: Number(rate) }),
  }
}

function credentialsOf(
  kind: KeyKind,
  { id, secret }: { id: string; secret: string },
): Record<string, string> {
  if (kind === 'widget') return { apiKey: id, secretKey: secret }
  return kind === 'client' ? { clientId: id, clientSecret: secret } : { subscriptionKey: secret }
}

const onceShown = (credentials: object) => `${linesOf(credentials)}\nThe secret is not shown again.`

/** A key without its hashes. */
function shown({ secretHash: _secretHash, previous, ...key }: Key) {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...key,
    createdAt: time(key.createdAt),
    lastUsedAt: time(key.lastUsedAt),
    revokedAt: time(key.revokedAt),
    previousSecretUntil: time(previous?.until ?? null),
  }
}

const isKind = (word: string): word is KeyKind =>
  word === 'widget' || word === 'subscription' || word === 'client'
