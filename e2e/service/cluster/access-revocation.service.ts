/** Access that is ended at one node, or by an operator's command, is refused at every node when the call returns. */
import { expect, test } from 'vitest'
import {
  requestToken,
  requestAuthToken,
  endSession,
  openFeed,
  openSession,
  lookupStatus,
} from '../kit/calls.ts'
import type { LookupCredentials } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'

describeSite('cluster', (site) => {
  const urls = () => site().urls()
  const statuses = (credentials: LookupCredentials) =>
    site().onEachNode((url) => lookupStatus(url, credentials))
  const issue = (kind: string) =>
    site().admin<Record<string, string> & { id: string }>('key', 'issue', site().partnerId, kind)

  test('accept each other’s sessions, also through the proxy, until they end', async () => {
    const [first, second] = urls()
    const session = await openSession(first!, site().credentials)
    expect(await statuses(session)).toEqual([200, 200])
    for (let attempt = 0; attempt < 4; attempt++) expect(await lookupStatus(site().url, session)).toBe(200)

    const feed = openFeed(second!, session, ['AAPL'])
    await feed.waitForFrame('quotes')
    expect((await endSession(first!, session)).status).toBeLessThan(300)
    expect(await statuses(session)).toEqual([401, 401])
    expect(await feed.closeCode).toBe(4401)
  })

  test('accept a one-time token once when both receive it at the same time', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const authToken = await (await requestAuthToken(site().url, site().credentials)).text()
      const statuses = await Promise.all(
        Array.from(
          { length: 8 },
          async (_, index) => (await requestToken(urls()[index % 2]!, { authToken })).status,
        ),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 401)).toHaveLength(7)
    }
  })

  test('statement 28: refuse a revoked subscription key on the next request at every node', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { id, subscriptionKey: key = '' } = await issue('subscription')
      // Several requests, so that the nodes have cached the key.
      for (let round = 0; round < 5; round++) expect(await statuses({ key })).toEqual([200, 200])
      await site().admin('key', 'revoke', id)
      expect(await statuses({ key })).toEqual([401, 401])
    }
  })

  test('refuse a rotated secret at every node when the command returns', async () => {
    const { id, subscriptionKey: key = '' } = await issue('subscription')
    expect(await statuses({ key })).toEqual([200, 200])
    const { subscriptionKey: next = '' } = await site().admin<Record<string, string>>('key', 'rotate', id)
    expect(await statuses({ key })).toEqual([401, 401])
    expect(await statuses({ key: next })).toEqual([200, 200])
  })

  test('end the sessions and feeds of a revoked widget key at every node', async () => {
    const { id, apiKey = '' } = await issue('widget')
    const sessions = await Promise.all(urls().map((url) => openSession(url, { apiKey })))
    const feeds = sessions.map((session, index) => openFeed(urls()[1 - index]!, session, ['AAPL']))
    for (const feed of feeds) await feed.waitForFrame('quotes')
    await site().admin('key', 'revoke', id)
    for (const session of sessions) expect(await statuses(session)).toEqual([401, 401])
    expect(await Promise.all(feeds.map((feed) => feed.closeCode))).toEqual([4401, 4401])
  })

  test('end the sessions of a removed domain at every node', async () => {
    const origin = 'https://removed.example.com'
    await site().admin('domain', 'add', site().partnerId, origin)
    const session = await openSession(site().url, site().credentials, { origin })
    expect(await statuses(session)).toEqual([200, 200])
    const feed = openFeed(urls()[1]!, session, ['AAPL'])
    await feed.waitForFrame('quotes')
    await site().admin('domain', 'remove', site().partnerId, origin)
    expect(await statuses(session)).toEqual([401, 401])
    expect(await feed.closeCode).toBe(4401)
  })

  test('do not wait for a frozen node longer than its cache lifetime', async () => {
    const { id, subscriptionKey: key = '' } = await issue('subscription')
    const [runningNode, frozenNode] = site().nodes()
    for (let round = 0; round < 3; round++) expect(await statuses({ key })).toEqual([200, 200])
    frozenNode!.signal('SIGSTOP')
    try {
      await site().admin('key', 'revoke', id)
      expect(await lookupStatus(runningNode!.url, { key })).toBe(401)
    } finally {
      frozenNode!.signal('SIGCONT')
    }
    // The first response of the node after it resumes.
    expect(await lookupStatus(frozenNode!.url, { key })).toBe(401)
  })
})
