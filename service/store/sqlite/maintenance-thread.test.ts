/** If no thread can be created, only the tasks of the thread fail. */
import { expect, test } from 'vitest'
import { createMaintenanceThread } from './maintenance-thread.ts'

const noThread = () => {
  throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
}

test('a failure of the thread rejects the waiting call and needs no other listener', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const damages: string[] = []
  const keeper = createMaintenanceThread('nowhere', () => damages.push('damage'), noThread)
  keeper.checkpoint()
  keeper.quickCheck()
  await expect(keeper.removeExpired(0)).rejects.toThrow('EAGAIN')
  // Node reports it at the end of an event-loop turn.
  await new Promise(setImmediate)
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  expect(damages).toEqual([])
  await keeper.stop()
})
