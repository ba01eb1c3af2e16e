/** The account for a test's calls: the demo's if it exists, otherwise one created by an operator. */
import type { DemoCredentials } from '#e2e/kit/site.ts'

type Admin = <Answer>(...words: string[]) => Promise<Answer>

/** Origin of the demo's pages, from which `openSession` is called. */
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
export async function makeAccount(admin: Admin): Promise<Account> {
  const { id } = await admin<{ id: string }>('partner', 'add', 'Suite')
  for (const origin of origins) await admin('domain', 'add', id, origin)
  const issue = <Answer>(...words: string[]) => admin<Answer>('key', 'issue', id, ...words)
  const widget = await issue<Pick<DemoCredentials, 'apiKey' | 'secretKey'>>('widget')
  const test = await issue<Pick<DemoCredentials, 'apiKey' | 'secretKey'>>('widget', '--test')
  const { subscriptionKey } = await issue<Pick<DemoCredentials, 'subscriptionKey'>>('subscription')
  const { clientId, clientSecret } = await issue<Pick<DemoCredentials, 'clientId' | 'clientSecret'>>('client')
  const credentials = {
    apiKey: widget.apiKey,
    secretKey: widget.secretKey,
    subscriptionKey,
    clientId,
    clientSecret,
    testKey: test.apiKey,
    testSecretKey: test.secretKey,
  }
  return { partnerId: id, credentials }
}
