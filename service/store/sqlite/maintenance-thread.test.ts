/** Tests that only the tasks of the maintenance thread fail if no thread can be created. */
import { expect, test } from 'vitest'
import { createMaintenanceThread } from './maintenance-thread.ts'

const noThread = () => {
  throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
}

test('if the thread cannot be created, the waiting call rejects and no rejection is unhandled', async () => {
  const unhandledReasons: unknown[] = []
  const onRejection = (reason: unknown) => void unhandledReasons.push(reason)
  process.on('unhandledRejection', onRejection)
  const damages: string[] = []
  const thread = createMaintenanceThread('nowhere', () => damages.push('damage'), noThread)
  thread.checkpoint()
  thread.quickCheck()
  await expect(thread.removeExpired(0)).rejects.toThrow('EAGAIN')
  // Node reports it at the end of an event-loop turn.
  await new Promise(setImmediate)
  process.off('unhandledRejection', onRejection)
  expect(unhandledReasons).toEqual([])
  expect(damages).toEqual([])
  await thread.stop()
})
