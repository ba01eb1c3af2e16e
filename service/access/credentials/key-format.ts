/**
 * Formats of keys: a prefix, the mode, a random part and a checksum. Secret scanners recognise keys
 * by the prefix, and mistyped keys are rejected without a store query. environments.ts defines what
 * a key reads.
 *
 * apiKey: `pk_live_<16><6>`, public (it is in partners' pages).
 *
 * secretKey: `sk_live_<43><6>`, 256 bits.
 *
 * Subscription key: `sub_live_<12>_<43><6>`, 256 bits after the second `_`; the part before is its
 * id.
 *
 * client_id, client_secret: `cid_live_<16><6>`, `cs_live_<43><6>`, 256 bits.
 */
import type { KeyKind } from '#service/store/keys.ts'
import { checksum, randomText } from './hashing.ts'

/**
 * `live`: reads the configured market. `test`: reads the test market. `demo`: a key of the demo account
 * or the playground, which reads the configured market; release 1.2 issued these with `test` and `live`.
 */
export type Mode = 'live' | 'test' | 'demo'

/** A key as issued to its holder: `id` is public; `secret` is shown once and stored hashed. */
export type Credentials = { readonly id: string; readonly secret: string }

const publicPrefix = { widget: 'pk', subscription: 'sub', client: 'cid' } as const satisfies Record<
  KeyKind,
  string
>
const secretPrefix = { widget: 'sk', subscription: '', client: 'cs' } as const satisfies Record<
  KeyKind,
  string
>

const withChecksum = (text: string) => text + checksum(text)

const modes: readonly Mode[] = ['live', 'test', 'demo']

/** The mode of a key, by its id. */
export const modeOf = (id: string): Mode => modes.find((mode) => id.split('_')[1] === mode) ?? 'live'

/** A new public id. */
export function makeKeyId(kind: KeyKind, mode: Mode, random: (bytes: number) => string = randomText): string {
  const prefix = `${publicPrefix[kind]}_${mode}_`
  // The id of a subscription key is part of the key, and its checksum covers it.
  return kind === 'subscription'
    ? prefix + random(9).slice(0, 12)
    : withChecksum(prefix + random(12).slice(0, 16))
}

/** A new secret for the key with this id; for a subscription key, the complete key with its id. */
export function makeSecret(
  kind: KeyKind,
  id: string,
  random: (bytes: number) => string = randomText,
): string {
  return withChecksum(
    kind === 'subscription' ? `${id}_${random(32)}` : `${secretPrefix[kind]}_${modeOf(id)}_${random(32)}`,
  )
}

const keyPattern = /^[a-z]+_(?:live|test|demo)_[0-9A-Za-z_]+$/

/**
 * Whether a text has the prefix, format and checksum of this kind of key. The key need not exist.
 */
export function isWellFormedKey(prefix: 'pk' | 'sk' | 'sub' | 'cid' | 'cs', text: string): boolean {
  if (text.length > 100 || !text.startsWith(`${prefix}_`) || !keyPattern.test(text)) return false
  return withChecksum(text.slice(0, -6)) === text
}

/** The id in a subscription key; undefined if the key is malformed. */
export function subscriptionId(key: string): string | undefined {
  return isWellFormedKey('sub', key) ? idOfSubscriptionKey(key) : undefined
}

/** The id in a subscription key that is well-formed (`isWellFormedKey`). */
export const idOfSubscriptionKey = (key: string): string => key.slice(0, key.lastIndexOf('_'))
