/** The account for a test's calls: the demo's if it exists, otherwise one created by an operator. */
import type { DemoCredentials } from '#e2e/kit/site.ts'

type Admin = <Output>(...args: string[]) => Promise<Output>

/** Origins of the demo's pages, one of which `openSession` names. */
const origins = ['http://localhost:8081', 'http://127.0.0.1:8081', 'http://partner.localhost:8081']

export type Account = {
  /** Id for operator commands. */
  readonly partnerId: string
  readonly credentials: DemoCredentials
}

/** The demo's account, which every embedded store has. */
export const demoAccount = async (admin: Admin): Promise<Account> => ({
  partnerId: 'p_demo',
  credentials: await admin<DemoCredentials>('demo', 'credentials'),
})

/** Creates a partner with a key of each kind and the demo's origins. */
export async function createAccount(admin: Admin): Promise<Account> {
  const { id } = await admin<{ id: string }>('partner', 'add', 'Suite')
  for (const origin of origins) await admin('domain', 'add', id, origin)
  const issue = <Output>(...args: string[]) => admin<Output>('key', 'issue', id, ...args)
  const liveKeyPair = await issue<Pick<DemoCredentials, 'apiKey' | 'secretKey'>>('widget')
  const testKeyPair = await issue<Pick<DemoCredentials, 'apiKey' | 'secretKey'>>('widget', '--test')
  const { subscriptionKey } = await issue<Pick<DemoCredentials, 'subscriptionKey'>>('subscription')
  const { clientId, clientSecret } = await issue<Pick<DemoCredentials, 'clientId' | 'clientSecret'>>('client')
  const credentials = {
    apiKey: liveKeyPair.apiKey,
    secretKey: liveKeyPair.secretKey,
    subscriptionKey,
    clientId,
    clientSecret,
    testKey: testKeyPair.apiKey,
    testSecretKey: testKeyPair.secretKey,
  }
  return { partnerId: id, credentials }
}

/** Issues a subscription key for the account of a site. @param flags options of `key issue` */
export const issueSubscriptionKey = (
  { admin, partnerId }: { readonly admin: Admin; readonly partnerId: string },
  ...flags: string[]
): Promise<{ id: string; subscriptionKey: string }> =>
  admin('key', 'issue', partnerId, 'subscription', ...flags)
