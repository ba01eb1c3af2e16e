/** One scan for all nodes. */
import { describe, expect, test } from 'vitest'
import type { Batch } from '#service/store/batches.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { batch } from '#service/store/store.fixture.ts'
import { createLeases } from './leases.ts'
import { oneScan } from './one-scan.ts'
import { elapsed, freshPrefix, linkTo, nodeAt, redisMissing, redisUrl } from './redis.fixture.ts'

describe.skipIf(redisMissing)(`the scan of several nodes${redisMissing}`, () => {
  test('is done by one, and its batch is every node’s', async () => {
    const prefix = freshPrefix()
    const { batches } = memoryStore()
    let scans = 0
    const node = async (holder: string) => {
      const [{ redis }, notices] = await Promise.all([linkTo(redisUrl), nodeAt(redisUrl, prefix)])
      const scanner = {
        async run(): Promise<Batch> {
          const made = batch(`batch-${++scans}`)
          await batches.publish(made)
          await notices.announce({ kind: 'batch-published' })
          return made
        },
      }
      const leases = createLeases({ redis, prefix, holder, elapsed })
      return oneScan({ scanner, leases, notices, batches })
    }
    const [one, two] = [await node('one'), await node('two')]
    const ids = (await Promise.all([one.run(), two.run()])).map(({ id }) => id)
    expect([ids, scans]).toEqual([['batch-1', 'batch-1'], 1])
    // The next night is another scan.
    expect((await two.run()).id).toBe('batch-2')
  })
})
