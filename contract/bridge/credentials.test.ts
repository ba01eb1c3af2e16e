import { expect, test } from 'vitest'
import { readCredentials } from './credentials.ts'

const userId = 'u-1'

test.each([
  [
    { apiKey: 'pk_1', userId },
    { credential: { apiKey: 'pk_1' }, userId },
  ],
  [
    { authToken: 'at_1', userId },
    { credential: { authToken: 'at_1' }, userId },
  ],
  [
    { apiKey: 'pk_1', authToken: '', userId },
    { credential: { apiKey: 'pk_1' }, userId },
  ],
])('%o opens a session', (options, credentials) => {
  expect(readCredentials(options)).toEqual(credentials)
})

test.each([
  [{}],
  [{ userId }],
  [{ apiKey: 'pk_1' }],
  [{ apiKey: 'pk_1', userId: 'a@b.c' }],
  [{ apiKey: 'pk_1', userId: 7 }],
  [{ apiKey: 'pk_1', authToken: 'at_1', userId }],
  [{ apiKey: ' ', userId }],
  [{ apiKey: 7, userId }],
  [{ apiKey: 'sk_live_1', userId }],
  [{ authToken: 'sk_live_1', userId }],
  [undefined],
  [null],
])('%o opens no session, and a secret key is never passed on', (options) => {
  expect(readCredentials(options)).toBeUndefined()
})

test('with `getAuthToken` no token is required, and an invalid one is still refused', () => {
  expect(readCredentials({ userId }, true)).toEqual({ credential: { authToken: '' }, userId })
  expect(readCredentials({ authToken: 'at_1', userId }, true)).toEqual({
    credential: { authToken: 'at_1' },
    userId,
  })
  expect(readCredentials({ apiKey: 'pk_1', userId }, true)).toEqual({
    credential: { apiKey: 'pk_1' },
    userId,
  })
  for (const options of [{ apiKey: 'sk_1', userId }, { apiKey: 'a', authToken: 'b', userId }, {}])
    expect(readCredentials(options, true)).toBeUndefined()
})
