/** The demo account of the default set-up: created on first use, with reproducible credentials. */
import type { KeyKind } from '#service/store/keys.ts'
import type { Store } from '#service/store/store.ts'
import { demoPartnerId, demoTestPartnerId, playgroundPartnerId } from './demo-account.ts'
import { base62 } from './credentials/hashing.ts'
import type { Hash } from './credentials/hashing.ts'
import { makeKeyId, makeSecret } from './credentials/key-format.ts'
import type { Credentials } from './credentials/key-format.ts'
import type { Operator } from './operator/operator.ts'

/** The credentials that `npm run --silent demo:credentials` prints. */
export type DemoCredentials = {
  readonly apiKey: string
  readonly secretKey: string
  readonly subscriptionKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** Id of a widget key that reads the test market (docs/test-keys.md). */
  readonly testKey: string
  readonly testSecretKey: string
}

type Parts = {
  readonly store: Pick<Store, 'accounts' | 'keys'>
  readonly operator: Operator
  readonly hash: Hash
}

/**
 * Creates the demo accounts, their keys and domains if missing, and returns their credentials. Only
 * these credentials are derived from the pepper, so that they can be printed again although the
 * store contains only hashes.
 */
export async function ensureDemo(parts: Parts, origins: readonly string[]): Promise<DemoCredentials> {
  await ensureAccount(parts, demoPartnerId, 'Demo partner')
  for (const origin of origins) await parts.operator.addDomain(demoPartnerId, origin)
  await ensureAccount(parts, demoTestPartnerId, 'Demo partner, tests')
  const demoKey = (kind: KeyKind) => ensureKey(parts, demoPartnerId, kind, kind, 'demo')
  const widget = await demoKey('widget')
  const subscription = await demoKey('subscription')
  const client = await demoKey('client')
  const test = await ensureKey(parts, demoTestPartnerId, 'widget', 'test widget', 'test')
  return {
    apiKey: widget.id,
    secretKey: widget.secret,
    subscriptionKey: subscription.secret,
    clientId: client.id,
    clientSecret: client.secret,
    testKey: test.id,
    testSecretKey: test.secret,
  }
}

/**
 * Creates the account of the playground if missing, and returns its public key, which reads the
 * configured market on pages of these origins.
 */
export async function ensurePlayground(parts: Parts, origins: readonly string[]): Promise<string> {
  await ensureAccount(parts, playgroundPartnerId, 'Playground')
  for (const origin of origins) await parts.operator.addDomain(playgroundPartnerId, origin)
  const { id } = await ensureKey(parts, playgroundPartnerId, 'widget', 'playground widget', 'demo')
  return id
}

async function ensureAccount({ store, operator }: Parts, id: string, name: string): Promise<void> {
  if (await store.accounts.find(id)) return
  await ignoreIfCreated(
    () => operator.addPartner(name, id),
    () => store.accounts.find(id),
  )
}

/**
 * Creates a key if missing.
 *
 * @param seed distinguishes the keys; a key is derived from its seed and the pepper
 */
async function ensureKey(
  { store, operator, hash }: Parts,
  partner: string,
  kind: KeyKind,
  seed: string,
  mode: 'test' | 'demo',
): Promise<Credentials> {
  const idText = base62(bytesOfHex(await hash(`demo id ${seed}`)))
  const secretText = base62(bytesOfHex(await hash(`demo secret ${seed}`)))
  const id = makeKeyId(kind, mode, () => idText)
  const credentials = { id, secret: makeSecret(kind, id, () => secretText) }
  // A demo key that the operator revoked or rotated is left unchanged.
  if (!(await store.keys.find(id)))
    await ignoreIfCreated(
      () => operator.issueKey(partner, kind, {}, credentials),
      () => store.keys.find(id),
    )
  return credentials
}

/**
 * Creates an item. Ignores the conflict if the service and the command line create it concurrently.
 */
async function ignoreIfCreated(create: () => Promise<unknown>, find: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!(await find())) throw error
  }
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
