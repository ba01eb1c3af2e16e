/** If no thread can be created, only the tasks of the thread fail. */
import { expect, test } from 'vitest'
import { createMaintenanceThread } from './maintenance-thread.ts'

const noThread = () => {
  throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
}

test('a failure of the thread rejects the waiting call and needs no other listener', async () => {
  const unhandled: unknown[] = []
  const onRejection = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', onRejection)
  const damages: string[] = []
  const thread = createMaintenanceThread('nowhere', () => damages.push('damage'), noThread)
  thread.checkpoint()
  thread.quickCheck()
  await expect(thread.removeExpired(0)).rejects.toThrow('EAGAIN')
  // Node reports it at the end of an event-loop turn.
  await new Promise(setImmediate)
  process.off('unhandledRejection', onRejection)
  expect(unhandled).toEqual([])
  expect(damages).toEqual([])
  await thread.stop()
})
