import { expect, test } from 'vitest'
import { makeTestService } from '#service/testing/test-service.ts'
import { dataPath } from '#service/testing/test-service.ts'
import { oldCookieRemovals, cookieRemoval, sessionCookies } from './cookies.ts'

test('reads the session cookies and ignores other cookies', () => {
  const cookies = sessionCookies('a=1; __Host-sw-instance-1=abc; __Host-sw-two=x=y; nonsense; __Host-other=z')
  expect([...cookies]).toEqual([
    ['instance-1', 'abc'],
    ['two', 'x=y'],
  ])
  expect(sessionCookies(null).size).toBe(0)
  expect(cookieRemoval('instance-1')).toContain('__Host-sw-instance-1=; Path=/; Max-Age=0; Secure')
})

test('only blanks and tabs around a name are not part of it, and the first of a name counts', () => {
  const own = '__Host-sw-instance-1=own'
  for (const header of [own, ` ${own}\t`, `a=1;\t ${own} ; b=2`, `${own}; __Host-sw-instance-1=other`])
    expect([...sessionCookies(header)], header).toEqual([['instance-1', 'own']])
  // Characters that `trim` removes: a subdomain can set cookies with such names, because they have no prefix.
  for (const char of ['\u00a0', '\ufeff', '\u2003', '\u000b', '\u000c'])
    expect([...sessionCookies(`${char}__Host-sw-instance-1=foreign; ${own}`)], JSON.stringify(char)).toEqual([
      ['instance-1', 'own'],
    ])
  expect(sessionCookies('\u00a0__Host-sw-instance-1=foreign').size).toBe(0)
})

const cookieList = (count: number) =>
  Array.from({ length: count }, (_, index) => `__Host-sw-old-${index}=${'x'.repeat(43)}`)

test('removes the oldest cookies above 40, at most 100 of them at once', () => {
  expect(oldCookieRemovals(cookieList(40).join('; '))).toEqual([])
  const removed = oldCookieRemovals(cookieList(60).join('; '))
  expect(removed).toHaveLength(20)
  expect(removed[0]).toBe(cookieRemoval('old-0'))
  expect(oldCookieRemovals(cookieList(400).join('; '))).toHaveLength(100)
})

test('removes the cookie of a session that has ended', async () => {
  const testService = await makeTestService()
  const cookie = '__Host-sw-instance-1=' + 'x'.repeat(43)
  const response = await testService.get(`${dataPath}/tone`, {
    Cookie: cookie,
    'Widget-Instance': 'instance-1',
  })
  expect(response.status).toBe(401)
  expect(response.headers.getSetCookie()).toEqual([cookieRemoval('instance-1')])
})
