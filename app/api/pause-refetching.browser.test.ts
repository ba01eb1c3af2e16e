import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pauseRefetching } from './pause-refetching.ts'

const minute = 60_000
let client: QueryClient
let requests: string[]
const optionsOf = (name: string) => ({
  queryKey: [name],
  refetchInterval: minute,
  queryFn: () => {
    requests.push(name)
    return name
  },
})
/** Observes a query as a mounted component does. */
const mount = (name: string) => {
  const observer = new QueryObserver(client, client.defaultQueryOptions(optionsOf(name)))
  observer.subscribe(() => undefined)
  return observer
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  client = new QueryClient()
  client.mount()
})
afterEach(() => {
  client.clear()
  client.unmount()
  vi.useRealTimers()
})

test('intervals stop for the pause and continue after it, also of components that render or appear meanwhile', async () => {
  const why = mount('why')
  await pass(minute)
  expect(requests).toEqual(['why', 'why'])
  const resume = pauseRefetching(client)
  // A component renders again, and another one appears: its data is requested once.
  why.setOptions(client.defaultQueryOptions(optionsOf('why')))
  mount('income')
  await pass(5 * minute)
  expect(requests).toEqual(['why', 'why', 'income'])
  resume()
  requests = []
  await pass(minute)
  expect(requests.toSorted()).toEqual(['income', 'why'])
  await pass(minute)
  expect(requests).toHaveLength(4)
})
