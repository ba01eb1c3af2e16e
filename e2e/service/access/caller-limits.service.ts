/** Limits of a caller: excessive requests do not affect other callers, and forged addresses have no effect. */
import { expect, test } from 'vitest'
import { issueSubscriptionKey } from '../kit/account.ts'
import { openSession, lookupStatus, tonePath } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'
import { startLoad } from '../kit/load.ts'

const greedy = { 'X-Forwarded-For': '198.51.100.1' }
const inventedCookies = Array.from(
  { length: 20 },
  (_, index) => `__Host-sw-instance-${index}=${String(index).padStart(43, 'x')}`,
).join('; ')
const longQuery = Array.from({ length: 400 }, (_, index) => `n${index}=1`).join('&')

describeSite('embedded', (site) => {
  test('limits a caller that sends invented cookies, long queries and many session requests, and serves other callers', async () => {
    const { url, credentials } = site()
    const statusesByKind = new Map<string, Set<number>>()
    const recordStatus = async (kind: string, response: Promise<Response>) => {
      const { status } = await response
      statusesByKind.set(kind, (statusesByKind.get(kind) ?? new Set()).add(status))
    }
    const requests = [
      () =>
        recordStatus('cookies', fetch(url + tonePath, { headers: { ...greedy, Cookie: inventedCookies } })),
      () => recordStatus('query', fetch(`${url}${tonePath}?${longQuery}`, { headers: greedy })),
      () =>
        recordStatus(
          'sessions',
          fetch(`${url}/Token`, {
            method: 'POST',
            headers: { ...greedy, Origin: url, 'Content-Type': 'application/json' },
            body: JSON.stringify({ apiKey: credentials.apiKey, userId: 'greedy' }),
          }),
        ),
    ]
    const load = startLoad(16, (callIndex) => requests[callIndex % requests.length]!())
    for (let neighbour = 0; neighbour < 30; neighbour++) {
      const address = `203.0.113.${neighbour}`
      const session = await openSession(url, credentials, { userId: `user-${neighbour}`, address })
      expect(await lookupStatus(url, session)).toBe(200)
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }
    await expect.poll(() => statusesByKind.get('cookies')?.has(429), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => statusesByKind.get('sessions')?.has(429), { timeout: 60_000 }).toBe(true)
    expect((await load.stop()).failures).toEqual([])
    expect(
      [...statusesByKind.values()].flatMap((statuses) => [...statuses]).filter((status) => status >= 500),
    ).toEqual([])
    expect(statusesByKind.get('query')!.has(200), 'a query over 2 KB is answered with 200').toBe(false)
  })

  test('ignores forged forwarding headers for a key that is restricted to an address', async () => {
    const { url } = site()
    const { subscriptionKey } = await issueSubscriptionKey(site(), '--ip', '192.0.2.7')
    const statusFrom = async (fields: Record<string, string>) =>
      (await fetch(url + tonePath, { headers: { 'Op-Subscription-Key': subscriptionKey, ...fields } })).status
    // The proxy appends the address of this machine, which is trusted; the values of the client come before it.
    for (const header of ['192.0.2.7', '192.0.2.7:4711', '203.0.113.9, 192.0.2.7'])
      expect([header, await statusFrom({ 'X-Forwarded-For': header })]).toEqual([header, 200])
    for (const header of [
      '192.0.2.7, 203.0.113.9',
      '192.0.2.7, 203.0.113.9:80',
      '192.0.2.7, unknown',
      '192.0.2.7, [2001:db8::1]:443',
      '192.0.2.7, ',
      '192.0.2.7, [2001:db8::1',
    ])
      expect([header, await statusFrom({ 'X-Forwarded-For': header })]).toEqual([header, 403])
    expect(await statusFrom({ Forwarded: 'for=192.0.2.7, for=_hidden' })).toBe(403)
    expect(await statusFrom({})).toBe(403)
  })
})
