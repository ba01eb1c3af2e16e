import { expect, test } from 'vitest'
import { makeTestService } from '#service/testing/test-service.ts'
import { dataPath } from '#service/testing/test-service.ts'
import { oldCookieRemovals, removedCookie, sessionCookies } from './cookies.ts'

test('session cookies are read among others', () => {
  const cookies = sessionCookies('a=1; __Host-sw-instance-1=abc; __Host-sw-two=x=y; nonsense; __Host-other=z')
  expect([...cookies]).toEqual([
    ['instance-1', 'abc'],
    ['two', 'x=y'],
  ])
  expect(sessionCookies(null).size).toBe(0)
  expect(removedCookie('instance-1')).toContain('__Host-sw-instance-1=; Path=/; Max-Age=0; Secure')
})

const cookieList = (count: number) =>
  Array.from({ length: count }, (_, at) => `__Host-sw-gone-${at}=${'x'.repeat(43)}`)

test('the document removes the oldest of hundreds of cookies, and keeps as many as one page uses', () => {
  expect(oldCookieRemovals(cookieList(40).join('; '))).toEqual([])
  const removed = oldCookieRemovals(cookieList(60).join('; '))
  expect(removed).toHaveLength(20)
  expect(removed[0]).toBe(removedCookie('gone-0'))
  expect(oldCookieRemovals(cookieList(400).join('; '))).toHaveLength(100)
})

test('removes the cookie of a session that has ended', async () => {
  const environment = await makeTestService()
  const cookie = '__Host-sw-instance-1=' + 'x'.repeat(43)
  const answer = await environment.get(`${dataPath}/tone`, {
    Cookie: cookie,
    'Widget-Instance': 'instance-1',
  })
  expect(answer.status).toBe(401)
  expect(answer.headers.getSetCookie()).toEqual([removedCookie('instance-1')])
})
