import { expect, test } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import { guardedStore } from './guarded.ts'
import { memoryStore } from './memory/memory.ts'
import { key, now } from './store.fixture.ts'

/** Values of `call` in the log and the metric that differ from the method's name. */
const callLabels: Readonly<Record<string, string>> = { transaction: 'together', deleteExpired: 'forget' }

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>

test('a failed call throws a Problem without the cause, which is in the log', async () => {
  const logged: unknown[] = []
  const log: Log = (level, event, fields) => void logged.push({ level, event, ...fields })
  const store = memoryStore()
  const counted: unknown[] = []
  const guarded = guardedStore(store, log, { count: (...args) => void counted.push(args) })
  // Replaces the methods after the store was guarded, because stores fail while they are in use.
  const failingCall = async () => {
    throw new Error('cannot read /secret/path')
  }
  const callNames: string[] = []
  for (const [name, part] of Object.entries(store)) {
    if (name === 'accessVersion' || name === 'onInvalidation') continue
    if (typeof part === 'function') {
      Object.assign(store, { [name]: failingCall })
      callNames.push(name)
    } else
      for (const call of Object.keys(part)) {
        Object.assign(part, { [call]: failingCall })
        callNames.push(`${name}.${call}`)
      }
  }
  expect(callNames).toContain('keys.find')
  expect(callNames).toContain('check')

  for (const name of callNames) {
    const [part = '', call] = name.split('.')
    const calls = (call ? guarded[part as 'keys'] : guarded) as unknown as Calls
    const error: unknown = await calls[call ?? part]!('argument').catch((thrown: unknown) => thrown)
    expect(error, name).toBeInstanceOf(Problem)
    expect(error, name).toMatchObject({ code: 'unavailable', facts: { retryAfterSeconds: 5 } })
    expect(String(error), name).not.toContain('/secret')
  }
  const labels = callNames.map((name) => callLabels[name] ?? name)
  expect(logged).toEqual(
    labels.map((call) => ({
      level: 'error',
      event: 'store-failed',
      call,
      reason: 'cannot read /secret/path',
    })),
  )
  expect(counted).toEqual(labels.map((call) => ['service_store_failures_total', { call }]))
})

test('returns results unchanged and logs nothing', async () => {
  const logged: string[] = []
  const guarded = guardedStore(memoryStore(), (_, event) => void logged.push(event))
  await guarded.keys.add(key)
  expect(await guarded.keys.find(key.id)).toEqual(key)
  expect(await guarded.sessions.byCookie('unknown', now)).toBeUndefined()
  expect(logged).toEqual([])
})
