/** Publishing resolves only when no node uses older data, even if a node is dead, stuck or disconnected. */
import { describe, expect, test, vi } from 'vitest'
import type { InvalidationEvent } from '#service/store/invalidation-events.ts'
import { elapsed, freshPrefix, joinNode, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'

const accessEnded: InvalidationEvent = { kind: 'access-ended' }

describe.skipIf(redisMissing)(`invalidation over Redis${redisMissing}`, () => {
  test('reaches every node, and the publisher waits until each has applied it', async () => {
    const prefix = freshPrefix()
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => joinNode(redisUrl, prefix)))
    const received: InvalidationEvent[] = []
    const processing = Promise.withResolvers<void>()
    second!.listen((event) => void received.push(event))
    third!.listen(() => processing.promise)
    const versionsBefore = [first, second, third].map((node) => node!.version())

    let resolved = false
    const published = first!.publish(accessEnded).then(() => (resolved = true))
    await vi.waitFor(() => expect(received).toEqual([accessEnded]))
    expect(resolved).toBe(false)
    processing.resolve()
    await published
    const versionsAfter = [first, second, third].map((node) => node!.version())
    for (const index of [0, 1, 2]) {
      expect(versionsBefore[index]).toEqual(expect.any(Number))
      expect(versionsAfter[index]).toEqual(expect.any(Number))
      expect(versionsAfter[index]).not.toBe(versionsBefore[index])
    }
  })

  test('of named sessions leaves the version of every node unchanged', async () => {
    const prefix = freshPrefix()
    const [first, second] = await Promise.all([1, 2].map(() => joinNode(redisUrl, prefix)))
    const received: InvalidationEvent[] = []
    second!.listen((event) => void received.push(event))
    // The version also changes with time, so the test publishes until no such change interferes.
    await expect
      .poll(async () => {
        const versionsBefore = [first, second].map((node) => node!.version())
        await first!.publish({ kind: 'sessions-ended', ids: ['s-1'] })
        return versionsBefore.every((version, index) => version === [first, second][index]!.version())
      })
      .toBe(true)
    expect(received).toContainEqual({ kind: 'sessions-ended', ids: ['s-1'] })
  })

  test('can be published by a command, which never acknowledges itself', async () => {
    const prefix = freshPrefix()
    const node = await joinNode(redisUrl, prefix)
    const command = await joinNode(redisUrl, prefix, { role: 'command' })
    const received: InvalidationEvent[] = []
    node.listen((event) => void received.push(event))
    await command.publish({ kind: 'access-ended' })
    expect(received).toEqual([{ kind: 'access-ended' }])
    const startedAt = elapsed()
    await node.publish(accessEnded)
    expect(elapsed() - startedAt).toBeLessThan(2000)
  })

  test('a disconnected node uses no older cached data after the publisher resolves', async () => {
    const prefix = freshPrefix()
    const proxy = await proxyToRedis()
    const [isolatedNode, node] = await Promise.all([joinNode(proxy.url, prefix), joinNode(redisUrl, prefix)])
    const versionBefore = isolatedNode.version()
    expect(versionBefore).toEqual(expect.any(Number))
    proxy.silence()
    await node.publish({ kind: 'access-ended' })
    expect(isolatedNode.version()).toBeNull()
    expect(node.version()).toEqual(expect.any(Number))

    proxy.restore()
    await vi.waitFor(() => expect(isolatedNode.version()).toEqual(expect.any(Number)), { timeout: 10_000 })
    expect(isolatedNode.version()).not.toBe(versionBefore)
  })

  test('if the publisher is disconnected, no node uses older cached data after it resolves', async () => {
    const prefix = freshPrefix()
    const proxy = await proxyToRedis()
    const [isolatedNode, node] = await Promise.all([joinNode(proxy.url, prefix), joinNode(redisUrl, prefix)])
    const versionBefore = node.version()
    proxy.cut()
    await vi.waitFor(() => expect(isolatedNode.version()).toBeNull())
    await isolatedNode.publish({ kind: 'access-ended' })
    expect(node.version()).not.toBe(versionBefore)
  })
})

test('without Redis nothing is cached, and events still reach the publishing process', async () => {
  const loneNode = await joinNode('redis://127.0.0.1:1', freshPrefix())
  const received: InvalidationEvent[] = []
  loneNode.listen((event) => void received.push(event))
  await loneNode.publish(accessEnded)
  expect([received, loneNode.version()]).toEqual([[accessEnded], null])
})
