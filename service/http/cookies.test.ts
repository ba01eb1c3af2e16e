import { expect, test } from 'vitest'
import { removedCookie, sessionCookies } from './cookies.ts'

test('session cookies are read among others', () => {
  const found = sessionCookies('a=1; __Host-sw-instance-1=abc; __Host-sw-two=x=y; nonsense; __Host-other=z')
  expect([...found]).toEqual([
    ['instance-1', 'abc'],
    ['two', 'x=y'],
  ])
  expect(sessionCookies(null).size).toBe(0)
  expect(removedCookie('instance-1')).toContain('__Host-sw-instance-1=; Path=/; Max-Age=0; Secure')
})
