/** A write is acknowledged only when every node applies it: also if a node is dead, stuck or cut off. */
import { describe, expect, test, vi } from 'vitest'
import type { InvalidationEvent } from '#service/store/invalidation-events.ts'
import { elapsed, freshPrefix, nodeAt, redisMissing, redisUrl, wireToRedis } from './redis.fixture.ts'

const ended: InvalidationEvent = { kind: 'access-ended' }

describe.skipIf(redisMissing)(`notices over Redis${redisMissing}`, () => {
  test('are heard by every node, and who announces waits until each has acted', async () => {
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

  test('of sessions name what has ended: nothing else that is remembered is doubted', async () => {
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

  test('come from a command as well, for which nobody waits', async () => {
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

  test('a node that hears nothing any more trusts nothing that it remembers when the announcement is done', async () => {
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

  test('where the announcing side is cut off, nobody goes by what he remembered before when it is done', async () => {
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

test('without a Redis nothing is remembered, and what is announced is heard at home', async () => {
  const alone = await nodeAt('redis://127.0.0.1:1', freshPrefix())
  const heard: InvalidationEvent[] = []
  alone.listen((notice) => void heard.push(notice))
  await alone.publish(ended)
  expect([heard, alone.version()]).toEqual([[ended], null])
})
