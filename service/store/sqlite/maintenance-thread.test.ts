/** A system that has no thread left: what would have been done in one fails, and nothing else does. */
import { expect, test } from 'vitest'
import { createKeeper } from './maintenance-thread.ts'

const noThread = () => {
  throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
}

test('who waits for the thread is told, and nobody else has to be there to hear of it', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const damages: string[] = []
  const keeper = createKeeper('nowhere', () => damages.push('damage'), noThread)
  keeper.checkpoint()
  keeper.lookThrough()
  await expect(keeper.removeExpired(0)).rejects.toThrow('EAGAIN')
  // Told of by Node at the end of a turn.
  await new Promise(setImmediate)
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  expect(damages).toEqual([])
  await keeper.stop()
})
