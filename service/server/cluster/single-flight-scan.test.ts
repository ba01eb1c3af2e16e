/** One scan runs for all nodes. */
import { describe, expect, test } from 'vitest'
import type { Batch } from '#service/store/batches.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { ScanRefused } from '#service/scan/validate-batch.ts'
import { batch, scanOutcome } from '#service/store/store.fixture.ts'
import { createLeases } from './leases.ts'
import { singleFlightScan } from './single-flight-scan.ts'
import { elapsed, freshPrefix, openLink, joinNode, redisMissing, redisUrl } from './redis.fixture.ts'

describe.skipIf(redisMissing)(`the scan of several nodes${redisMissing}`, () => {
  test('runs on one node, and every node gets its batch', async () => {
    const prefix = freshPrefix()
    const { batches } = memoryStore()
    let scanCount = 0
    const node = async (holder: string) => {
      const [{ redis }, invalidations] = await Promise.all([openLink(redisUrl), joinNode(redisUrl, prefix)])
      const scanner = {
        async run(): Promise<Batch> {
          const newBatch = batch(`batch-${++scanCount}`)
          await batches.publish(newBatch)
          await invalidations.publish({ kind: 'batch-published' })
          return newBatch
        },
      }
      const leases = createLeases({ redis, prefix, holder, elapsed })
      return singleFlightScan({ scanner, leases, invalidations, batches })
    }
    const [first, second] = [await node('one'), await node('two')]
    const ids = (await Promise.all([first.run(), second.run()])).map(({ id }) => id)
    expect([ids, scanCount]).toEqual([['batch-1', 'batch-1'], 1])
    // A later run is another scan.
    expect((await second.run()).id).toBe('batch-2')
  })

  test('all waiting nodes get the refusal of a scan, and none of them repeats it', async () => {
    const prefix = freshPrefix()
    const { batches, scans } = memoryStore()
    let scanCount = 0
    const counts = { universe: 9, failures: 9, chains: 0, ranked: 0 }
    const scanner = {
      async run(): Promise<Batch> {
        await scans.keep(
          scanOutcome({ outcome: 'refused', reason: 'the source failed', counts, startedAt: ++scanCount }),
        )
        throw new ScanRefused('the source failed', counts)
      },
    }
    const node = async (holder: string, sharesOutcome = true) => {
      const [{ redis }, invalidations] = await Promise.all([openLink(redisUrl), joinNode(redisUrl, prefix)])
      const leases = createLeases({ redis, prefix, holder, elapsed })
      return singleFlightScan({
        scanner,
        leases,
        invalidations,
        batches,
        scans: sharesOutcome ? scans : undefined,
      })
    }
    const nodes = await Promise.all(['one', 'two', 'three', 'four'].map((name) => node(name)))
    const [first, operator] = [nodes[0]!, await node('operator', false)]
    const refusal = { reason: { name: 'ScanRefused', message: 'the source failed', counts } }
    const results = await Promise.allSettled(nodes.map((scanner) => scanner.run()))
    expect(results).toMatchObject([refusal, refusal, refusal, refusal])
    expect([scanCount, (await scans.summary()).totals.refused]).toEqual([1, 1])
    await Promise.allSettled([first.run(), operator.run()])
    expect(scanCount, 'a scanner that does not share outcomes repeats it').toBe(3)
  })
})
