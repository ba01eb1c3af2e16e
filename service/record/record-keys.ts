/** The keys that sign the record: Ed25519 with WebCrypto, and the statements of their changes. */
import * as v from 'valibot'
import { RecordKeyChangeSchema, RecordKeySchema } from '#contract/responses/record.ts'
import type { RecordKeyChange, RecordPublicKey } from '#contract/responses/record.ts'
import { canonicalJson, hexOf } from './canonical-json.ts'

const keyFormat = 'options-record-key/1'
const algorithm = { name: 'Ed25519' } as const

/** The content of a key file. `privateKey`: PKCS #8 in base64url. */
const KeyFileSchema = v.strictObject({
  format: v.literal(keyFormat),
  ...RecordKeySchema.entries,
  privateKey: v.string(),
  /** All changes that led to this key, oldest first. */
  changes: v.array(RecordKeyChangeSchema),
})
type KeyFile = v.InferOutput<typeof KeyFileSchema>

/** A key that can sign. */
export type RecordKey = {
  readonly public: RecordPublicKey
  /** All changes that led to this key, oldest first. */
  readonly changes: readonly RecordKeyChange[]
  /** Signs a text in UTF-8; base64url. */
  readonly sign: (text: string) => Promise<string>
}

const encoder = new TextEncoder()

const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** Id of a public key: the first 16 hex digits of the SHA-256 of its bytes. */
export const keyIdOf = async (publicKey: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', fromBase64url(publicKey))).slice(0, 16)

/** The text that a key signs to name its successor. */
const changeText = ({ previousKey, key }: Omit<RecordKeyChange, 'signature'>): string =>
  canonicalJson({ format: keyFormat, previousKey, key })

/** Creates a key. With a former key, it carries the statement of that key. Returns the text of its file. */
export async function createKeyFile(former?: RecordKey): Promise<string> {
  const generated = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in generated)) throw new Error('this platform makes no Ed25519 keys')
  const pair = generated
  const [publicBytes, privateBytes] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  const publicKey = toBase64url(publicBytes)
  const key = { id: await keyIdOf(publicKey), publicKey }
  const change = former && { previousKey: former.public.id, key }
  const file: KeyFile = {
    format: keyFormat,
    ...key,
    privateKey: toBase64url(privateBytes),
    changes: change
      ? [...former.changes, { ...change, signature: await former.sign(changeText(change)) }]
      : [],
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads the text of a key file.
 *
 * @throws Error if it holds no key
 */
export async function readKeyFile(text: string): Promise<RecordKey> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error('the key of the record is not JSON')
  }
  const parsed = v.safeParse(KeyFileSchema, content)
  if (!parsed.success) throw new Error(`the key of the record is invalid: ${parsed.issues[0].message}`)
  const { id, publicKey, privateKey, changes } = parsed.output
  const signer = await crypto.subtle.importKey('pkcs8', fromBase64url(privateKey), algorithm, false, ['sign'])
  const key: RecordKey = {
    public: { id, publicKey },
    changes,
    sign: async (signed) => toBase64url(await crypto.subtle.sign(algorithm, signer, encoder.encode(signed))),
  }
  const probe = 'options-record: check of the key pair'
  if (!(await isSignedBy(key.public, probe, await key.sign(probe))))
    throw new Error('the private key of the record does not belong to its public key')
  return key
}

/** Whether the id is that of the key, and the signature one of the text by the key. */
export async function isSignedBy(key: RecordPublicKey, text: string, signature: string): Promise<boolean> {
  if ((await keyIdOf(key.publicKey)) !== key.id) return false
  const verifier = await crypto.subtle.importKey('raw', fromBase64url(key.publicKey), algorithm, false, [
    'verify',
  ])
  return crypto.subtle.verify(algorithm, verifier, fromBase64url(signature), encoder.encode(text))
}

/** The changes that lead from one key to another; undefined if none do. */
export function changesBetween(formerId: string, key: Pick<RecordKey, 'public' | 'changes'>) {
  if (formerId === key.public.id) return []
  const start = key.changes.findIndex(({ previousKey }) => previousKey === formerId)
  return start < 0 ? undefined : key.changes.slice(start)
}

/** Whether the changes are signed and lead from `former` to `key`. */
export async function areChangesValid(
  former: RecordPublicKey,
  changes: readonly RecordKeyChange[],
  key: RecordPublicKey,
): Promise<boolean> {
  let current = former
  for (const change of changes) {
    if (change.previousKey !== current.id) return false
    if (!(await isSignedBy(current, changeText(change), change.signature))) return false
    current = change.key
  }
  return current.id === key.id && current.publicKey === key.publicKey
}
