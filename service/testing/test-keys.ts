/** Creates a partner with test keys or live keys, to test the separation of their data. */
import type { TestService } from './test-service.ts'
import { widgetOrigin } from './test-service.ts'

/** An origin that is not whitelisted. */
export const localPage = 'http://localhost:3000'

export type TestAccount = {
  readonly id: string
  readonly apiKey: string
  readonly secretKey: string
  readonly subscriptionKey: string
  /** Sends `POST /Token` for a user. */
  token(userId: string): Promise<Response>
  /** Sends `POST /setCookie` with a token, for a widget on a page of `origin`. */
  open(token: string, instance?: string, origin?: string): Promise<Response>
  /** Opens a session of a user; returns the header fields of its requests. */
  session(userId?: string, instance?: string): Promise<Record<string, string>>
}

export async function testAccount(
  environment: TestService,
  mode: 'live' | 'test' = 'test',
): Promise<TestAccount> {
  const { operator } = environment.service.access
  const { id } = await operator.addPartner(`QA, ${mode}`)
  const widget = await operator.issueKey(id, 'widget', { mode })
  const subscription = await operator.issueKey(id, 'subscription', { mode })
  if (mode === 'live') await operator.addDomain(id, localPage)
  const token: TestAccount['token'] = (userId) => environment.post('/Token', { apiKey: widget.id, userId })
  const open: TestAccount['open'] = (bearer, instance = 'instance-1', origin = localPage) =>
    environment.post('/setCookie', { origin, instance }, { Authorization: `Bearer ${bearer}` })
  return {
    id,
    apiKey: widget.id,
    secretKey: widget.secret,
    subscriptionKey: subscription.secret,
    token,
    open,
    async session(userId = 'user-1', instance = 'instance-1') {
      const { access_token: bearer } = (await (await token(userId)).json()) as { access_token: string }
      const { status } = await open(bearer, instance)
      if (status !== 200) throw new Error(`POST /setCookie: expected status 200, got ${status}`)
      return { Authorization: `Bearer ${bearer}`, Origin: widgetOrigin }
    },
  }
}
