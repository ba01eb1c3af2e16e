/** Access ended at one node, or by an operator's command, has ended at every node when the call returns. */
import { expect, test } from 'vitest'
import { askToken, askAuthToken, endSession, openFeed, openSession, statusBy } from '../kit/calls.ts'
import type { Presented } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'

describeSite('cluster', (site) => {
  const urls = () => site().urls()
  const statuses = (by: Presented) => site().atEach((url) => statusBy(url, by))
  const issue = (kind: string) =>
    site().admin<Record<string, string> & { id: string }>('key', 'issue', site().partnerId, kind)

  test('a session made on one works on the other, through the proxy, and until it ends', async () => {
    const [first, second] = urls()
    const session = await openSession(first!, site().credentials)
    expect(await statuses(session)).toEqual([200, 200])
    for (let turn = 0; turn < 4; turn++) expect(await statusBy(site().url, session)).toBe(200)

    const feed = openFeed(second!, session, ['AAPL'])
    await feed.hears('quotes')
    expect((await endSession(first!, session)).status).toBeLessThan(300)
    expect(await statuses(session)).toEqual([401, 401])
    expect(await feed.end).toBe(4401)
  })

  test('a one-time token used at both at once succeeds once', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const authToken = await (await askAuthToken(site().url, site().credentials)).text()
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, at) => (await askToken(urls()[at % 2]!, { authToken })).status),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 401)).toHaveLength(7)
    }
  })

  test('statement 28: a subscription key that was revoked is refused by the very next request at every node', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { id, subscriptionKey: key = '' } = await issue('subscription')
      // Asked often, so that whatever a node remembers it does remember.
      for (let warm = 0; warm < 5; warm++) expect(await statuses({ key })).toEqual([200, 200])
      await site().admin('key', 'revoke', id)
      expect(await statuses({ key })).toEqual([401, 401])
    }
  })

  test('a secret that was rotated is refused at every node when the command returns', async () => {
    const { id, subscriptionKey: key = '' } = await issue('subscription')
    expect(await statuses({ key })).toEqual([200, 200])
    const { subscriptionKey: next = '' } = await site().admin<Record<string, string>>('key', 'rotate', id)
    expect(await statuses({ key })).toEqual([401, 401])
    expect(await statuses({ key: next })).toEqual([200, 200])
  })

  test('the sessions and feeds of a widget’s key end with it, at every node', async () => {
    const { id, apiKey = '' } = await issue('widget')
    const sessions = await Promise.all(urls().map((url) => openSession(url, { apiKey })))
    const feeds = sessions.map((session, at) => openFeed(urls()[1 - at]!, session, ['AAPL']))
    for (const feed of feeds) await feed.hears('quotes')
    await site().admin('key', 'revoke', id)
    for (const session of sessions) expect(await statuses(session)).toEqual([401, 401])
    expect(await Promise.all(feeds.map((feed) => feed.end))).toEqual([4401, 4401])
  })

  test('the sessions of a domain’s pages end when it is removed, at every node', async () => {
    const origin = 'https://removed.example.com'
    await site().admin('domain', 'add', site().partnerId, origin)
    const session = await openSession(site().url, site().credentials, { origin })
    expect(await statuses(session)).toEqual([200, 200])
    const feed = openFeed(urls()[1]!, session, ['AAPL'])
    await feed.hears('quotes')
    await site().admin('domain', 'remove', site().partnerId, origin)
    expect(await statuses(session)).toEqual([401, 401])
    expect(await feed.end).toBe(4401)
  })

  test('a node that stands still is not waited for longer than it goes by what it remembers', async () => {
    const { id, subscriptionKey: key = '' } = await issue('subscription')
    const [awake, stuck] = site().nodes()
    for (let warm = 0; warm < 3; warm++) expect(await statuses({ key })).toEqual([200, 200])
    stuck!.signal('SIGSTOP')
    try {
      await site().admin('key', 'revoke', id)
      expect(await statusBy(awake!.url, { key })).toBe(401)
    } finally {
      stuck!.signal('SIGCONT')
    }
    // Its first response after it resumes.
    expect(await statusBy(stuck!.url, { key })).toBe(401)
  })
})
