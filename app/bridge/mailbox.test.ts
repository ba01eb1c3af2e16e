import { expect, test } from 'vitest'
import { makeMailbox } from './mailbox.ts'

test('a `start` that comes when the app is there already is begun before the app hears of it, and so not twice', async () => {
  const order: string[] = []
  const { take, listen } = makeMailbox(
    () => undefined,
    () => order.push('begun'),
  )
  listen(() => order.push('heard'))
  await Promise.resolve()
  take({ type: 'start' }, 'https://partner.example')
  expect(order).toEqual(['begun', 'heard'])
})
