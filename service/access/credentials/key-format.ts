/**
 * What keys look like. Prefix, `live` or `test`, random part, checksum: secret scanners recognise them and a mistyped one
 * is told apart without asking the store. What a test key reads is for worlds.ts to say.
 *
 * | key | example | secret |
 * |---|---|---|
 * | apiKey | `pk_live_<16><6>` | no: it stands in partners' pages |
 * | secretKey | `sk_live_<43><6>` | 256 bits |
 * | subscription key | `sub_live_<12>_<43><6>` | 256 bits after the second `_`; the part before is its id |
 * | client_id, client_secret | `cid_live_<16><6>`, `cs_live_<43><6>` | 256 bits |
 */
import type { KeyKind } from '#service/store/keys.ts'
import { checksum, randomText } from './hashing.ts'

export type Mode = 'live' | 'test'

/** A key as its holder knows it: `id` is public, `secret` is what is hashed, shown once. */
export type Credentials = { readonly id: string; readonly secret: string }

const publicPrefix = { widget: 'pk', subscription: 'sub', client: 'cid' } as const satisfies Record<
  KeyKind,
  string
>
const secretPrefix = { widget: 'sk', subscription: '', client: 'cs' } as const satisfies Record<
  KeyKind,
  string
>

const checked = (text: string) => text + checksum(text)

/** Which of the two a key is, by its id. */
export const modeOf = (id: string): Mode => (id.split('_')[1] === 'test' ? 'test' : 'live')

/** A new public id. */
export function makeKeyId(kind: KeyKind, mode: Mode, random: (bytes: number) => string = randomText): string {
  const prefix = `${publicPrefix[kind]}_${mode}_`
  // A subscription key's id is a part of the key, whose checksum covers it.
  return kind === 'subscription' ? prefix + random(9).slice(0, 12) : checked(prefix + random(12).slice(0, 16))
}

/** A new secret for the key of this id; for a subscription key the whole key, id included. */
export function makeSecret(
  kind: KeyKind,
  id: string,
  random: (bytes: number) => string = randomText,
): string {
  return checked(
    kind === 'subscription' ? `${id}_${random(32)}` : `${secretPrefix[kind]}_${modeOf(id)}_${random(32)}`,
  )
}

const form = /^[a-z]+_(?:live|test)_[0-9A-Za-z_]+$/

/** Whether prefix, form and checksum are those of such a key. Says nothing about whether the key exists. */
export function wellFormed(prefix: 'pk' | 'sk' | 'sub' | 'cid' | 'cs', text: string): boolean {
  if (text.length > 100 || !text.startsWith(`${prefix}_`) || !form.test(text)) return false
  return checked(text.slice(0, -6)) === text
}

/** The id inside a subscription key; undefined where the text is no well-formed one. */
export function subscriptionId(key: string): string | undefined {
  return wellFormed('sub', key) ? idInside(key) : undefined
}

/** The id inside what was a well-formed subscription key when it was looked at before. */
export const idInside = (key: string): string => key.slice(0, key.lastIndexOf('_'))
