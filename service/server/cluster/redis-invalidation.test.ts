/** A write is acknowledged only when every node applies it: also if a node is dead, stuck or cut off. */
import { describe, expect, test, vi } from 'vitest'
import type { InvalidationEvent } from '#service/store/invalidation-events.ts'
import { elapsed, freshPrefix, nodeAt, redisMissing, redisUrl, wireToRedis } from './redis.fixture.ts'

const ended: InvalidationEvent = { kind: 'access-ended' }

describe.skipIf(redisMissing)(`invalidation over Redis${redisMissing}`, () => {
  test('reaches every node, and the publisher waits until each has applied it', async () => {
    const prefix = freshPrefix()
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => nodeAt(redisUrl, prefix)))
    const heard: InvalidationEvent[] = []
    const acting = Promise.withResolvers<void>()
    two!.listen((notice) => void heard.push(notice))
    three!.listen(() => acting.promise)
    const before = [one, two, three].map((node) => node!.version())

    let resolved = false
    const announced = one!.publish(ended).then(() => (resolved = true))
    await vi.waitFor(() => expect(heard).toEqual([ended]))
    expect(resolved).toBe(false)
    acting.resolve()
    await announced
    const after = [one, two, three].map((node) => node!.version())
    for (const at of [0, 1, 2]) {
      expect(before[at]).toEqual(expect.any(Number))
      expect(after[at]).toEqual(expect.any(Number))
      expect(after[at]).not.toBe(before[at])
    }
  })

  test('of sessions evicts only the named sessions', async () => {
    const prefix = freshPrefix()
    const [one, two] = await Promise.all([1, 2].map(() => nodeAt(redisUrl, prefix)))
    const heard: InvalidationEvent[] = []
    two!.listen((notice) => void heard.push(notice))
    // The version changes by the clock as well: one of some announcements falls between two such changes.
    await expect
      .poll(async () => {
        const before = [one, two].map((node) => node!.version())
        await one!.publish({ kind: 'sessions-ended', ids: ['s-1'] })
        return before.every((version, at) => version === [one, two][at]!.version())
      })
      .toBe(true)
    expect(heard).toContainEqual({ kind: 'sessions-ended', ids: ['s-1'] })
  })

  test('can be published by a command, which never acknowledges itself', async () => {
    const prefix = freshPrefix()
    const node = await nodeAt(redisUrl, prefix)
    const command = await nodeAt(redisUrl, prefix, { role: 'command' })
    const heard: InvalidationEvent[] = []
    node.listen((notice) => void heard.push(notice))
    await command.publish({ kind: 'access-ended' })
    expect(heard).toEqual([{ kind: 'access-ended' }])
    const begun = elapsed()
    await node.publish(ended)
    expect(elapsed() - begun).toBeLessThan(2000)
  })

  test('a node that is cut off uses no older cached data after the publisher resolves', async () => {
    const prefix = freshPrefix()
    const wire = await wireToRedis()
    const [deaf, node] = await Promise.all([nodeAt(wire.url, prefix), nodeAt(redisUrl, prefix)])
    const before = deaf.version()
    expect(before).toEqual(expect.any(Number))
    wire.silence()
    await node.publish({ kind: 'access-ended' })
    expect(deaf.version()).toBeNull()
    expect(node.version()).toEqual(expect.any(Number))

    wire.mend()
    await vi.waitFor(() => expect(deaf.version()).toEqual(expect.any(Number)), { timeout: 10_000 })
    expect(deaf.version()).not.toBe(before)
  })

  test('if the publisher is cut off, no node uses older cached data after it resolves', async () => {
    const prefix = freshPrefix()
    const wire = await wireToRedis()
    const [cut, node] = await Promise.all([nodeAt(wire.url, prefix), nodeAt(redisUrl, prefix)])
    const before = node.version()
    wire.cut()
    await vi.waitFor(() => expect(cut.version()).toBeNull())
    await cut.publish({ kind: 'access-ended' })
    expect(node.version()).not.toBe(before)
  })
})

test('without Redis nothing is cached, and events reach the own process', async () => {
  const alone = await nodeAt('redis://127.0.0.1:1', freshPrefix())
  const heard: InvalidationEvent[] = []
  alone.listen((notice) => void heard.push(notice))
  await alone.publish(ended)
  expect([heard, alone.version()]).toEqual([[ended], null])
})
