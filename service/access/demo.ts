/** The demo account of the embedded default: made at first need, its credentials the same at every call. */
import type { Store } from '#service/store/store.ts'
import { base62 } from './hashing.ts'
import type { Hash } from './hashing.ts'
import { makeKeyId, makeSecret } from './keys.ts'
import type { Credentials } from './keys.ts'
import type { Operator } from './operator.ts'

/** What `npm run --silent demo:credentials` prints. */
export type DemoCredentials = {
  readonly apiKey: string
  readonly secretKey: string
  readonly subscriptionKey: string
  readonly clientId: string
  readonly clientSecret: string
}

export const demoPartnerId = 'p_demo'

type Parts = {
  readonly store: Pick<Store, 'accounts' | 'keys'>
  readonly operator: Operator
  readonly hash: Hash
}

/**
 * Makes sure the demo account, its keys and its domains exist, and gives its credentials. They are derived from the
 * pepper, so that they can be printed again though the store holds only hashes; no other account works this way.
 */
export async function ensureDemo(
  { store, operator, hash }: Parts,
  origins: readonly string[],
): Promise<DemoCredentials> {
  if (!(await store.accounts.find(demoPartnerId))) {
    await unlessMade(
      () => operator.addPartner('Demo partner', demoPartnerId),
      () => store.accounts.find(demoPartnerId),
    )
  }
  for (const origin of origins) await operator.addDomain(demoPartnerId, origin)

  const credentials = async (kind: 'widget' | 'subscription' | 'client'): Promise<Credentials> => {
    const [idText, secretText] = [
      base62(bytes(await hash(`demo id ${kind}`))),
      base62(bytes(await hash(`demo secret ${kind}`))),
    ]
    const id = makeKeyId(kind, 'test', () => idText)
    const made = { id, secret: makeSecret(kind, id, () => secretText) }
    // A demo key that the operator revoked or rotated stays so.
    if (!(await store.keys.find(id)))
      await unlessMade(
        () => operator.issueKey(demoPartnerId, kind, {}, made),
        () => store.keys.find(id),
      )
    return made
  }
  const [widget, subscription, client] = [
    await credentials('widget'),
    await credentials('subscription'),
    await credentials('client'),
  ]
  return {
    apiKey: widget.id,
    secretKey: widget.secret,
    subscriptionKey: subscription.secret,
    clientId: client.id,
    clientSecret: client.secret,
  }
}

/** The service and the command line may make the account at the same moment: who comes second finds it made. */
async function unlessMade(make: () => Promise<unknown>, find: () => Promise<unknown>): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(await find())) throw error
  }
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
