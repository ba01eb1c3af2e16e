import { expect, test } from 'vitest'
import { makeMailbox } from './mailbox.ts'

test('passes a `start` to the pre-session first, then to the app', async () => {
  const order: string[] = []
  const { accept, listen } = makeMailbox(
    () => undefined,
    () => order.push('pre-session'),
  )
  listen(() => order.push('app'))
  await Promise.resolve()
  accept({ type: 'start' }, 'https://partner.example')
  expect(order).toEqual(['pre-session', 'app'])
})
