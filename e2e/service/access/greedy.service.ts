/** A caller that uses all its limits, and a caller that forges its address: neither affects others. */
import { expect, test } from 'vitest'
import { openSession, statusBy, tone } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'
import { startLoad } from '../kit/load.ts'

const greedy = { 'X-Forwarded-For': '198.51.100.1' }
const inventedCookies = Array.from(
  { length: 20 },
  (_, at) => `__Host-sw-instance-${at}=${String(at).padStart(43, 'x')}`,
).join('; ')
const manyNames = Array.from({ length: 400 }, (_, at) => `n${at}=1`).join('&')

describeSite('embedded', (site) => {
  test('rate-limits a caller with invented cookies, long queries and many sessions, and serves other callers', async () => {
    const { url, credentials } = site()
    const told = new Map<string, Set<number>>()
    const ask = async (what: string, answer: Promise<Response>) => {
      const { status } = await answer
      told.set(what, (told.get(what) ?? new Set()).add(status))
    }
    const tries = [
      () => ask('cookies', fetch(url + tone, { headers: { ...greedy, Cookie: inventedCookies } })),
      () => ask('query', fetch(`${url}${tone}?${manyNames}`, { headers: greedy })),
      () =>
        ask(
          'sessions',
          fetch(`${url}/Token`, {
            method: 'POST',
            headers: { ...greedy, Origin: url, 'Content-Type': 'application/json' },
            body: JSON.stringify({ apiKey: credentials.apiKey, userId: 'greedy' }),
          }),
        ),
    ]
    const load = startLoad(16, (turn) => tries[turn % tries.length]!())
    for (let neighbour = 0; neighbour < 30; neighbour++) {
      const address = `203.0.113.${neighbour}`
      const session = await openSession(url, credentials, { userId: `user-${neighbour}`, address })
      expect(await statusBy(url, session)).toBe(200)
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }
    await expect.poll(() => told.get('cookies')?.has(429), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => told.get('sessions')?.has(429), { timeout: 60_000 }).toBe(true)
    expect((await load.stop()).failures).toEqual([])
    expect([...told.values()].flatMap((statuses) => [...statuses]).filter((status) => status >= 500)).toEqual(
      [],
    )
    expect(told.get('query')!.has(200), 'a query over 2 KB').toBe(false)
  })

  test('ignores forged forwarding headers for a key that is restricted to an address', async () => {
    const { url, admin, partnerId } = site()
    const { subscriptionKey } = await admin<{ subscriptionKey: string }>(
      'key',
      'issue',
      partnerId,
      'subscription',
      '--ip',
      '192.0.2.7',
    )
    const statusFrom = async (fields: Record<string, string>) =>
      (await fetch(url + tone, { headers: { 'Op-Subscription-Key': subscriptionKey, ...fields } })).status
    // The proxy appends this machine's address, which is trusted; forged values come before it.
    for (const good of ['192.0.2.7', '192.0.2.7:4711', '203.0.113.9, 192.0.2.7'])
      expect([good, await statusFrom({ 'X-Forwarded-For': good })]).toEqual([good, 200])
    for (const bad of [
      '192.0.2.7, 203.0.113.9',
      '192.0.2.7, 203.0.113.9:80',
      '192.0.2.7, unknown',
      '192.0.2.7, [2001:db8::1]:443',
      '192.0.2.7, ',
      '192.0.2.7, [2001:db8::1',
    ])
      expect([bad, await statusFrom({ 'X-Forwarded-For': bad })]).toEqual([bad, 403])
    expect(await statusFrom({ Forwarded: 'for=192.0.2.7, for=_hidden' })).toBe(403)
    expect(await statusFrom({})).toBe(403)
  })
})
