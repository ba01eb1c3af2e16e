import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '#service/store/memory/memory.ts'
import { key, partner } from '#service/store/store.fixture.ts'
import { openPepper } from './pepper.ts'

let [folder, path] = ['', '']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pepper-'))
  path = join(folder, 'pepper')
})
afterEach(() => rmSync(folder, { recursive: true }))

const pepperText = `${'07'.repeat(32)}\n`

test('creates a pepper for a new store, readable by its owner only, and keeps it', async () => {
  const store = memoryStore()
  const pepper = await openPepper(path, store)
  expect(pepper).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await openPepper(path, store)).toEqual(pepper)
  expect(await store.pepperCheck.read()).not.toContain(Buffer.from(pepper).toString('hex'))
})

test('does not recreate a missing pepper if the store has keys', async () => {
  const store = memoryStore()
  await store.accounts.add(partner)
  await store.keys.add(key)
  await expect(openPepper(path, store)).rejects.toThrow('the pepper is missing')
  expect(existsSync(path)).toBe(false)
})

test('does not recreate a missing pepper if another node has created one', async () => {
  const store = memoryStore()
  await openPepper(path, store)
  rmSync(path)
  await expect(openPepper(path, store)).rejects.toThrow('the pepper is missing')
})

test('refuses another store’s pepper and leaves its file', async () => {
  const store = memoryStore()
  await openPepper(path, store)
  writeFileSync(path, pepperText)
  await expect(openPepper(path, store)).rejects.toThrow('holds another pepper')
  expect(readFileSync(path, 'utf8')).toBe(pepperText)
})

test('if two nodes with separate folders start at the same time, only one starts', async () => {
  const store = memoryStore()
  const otherPath = join(folder, 'other')
  const results = await Promise.allSettled([openPepper(path, store), openPepper(otherPath, store)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // The unused file is deleted, so that an operator can put the right one there.
  expect(existsSync(path)).not.toBe(existsSync(otherPath))
})

test('a store without a check value accepts the pepper that it is opened with', async () => {
  const store = memoryStore()
  await store.accounts.add(partner)
  await store.keys.add(key)
  writeFileSync(path, pepperText)
  expect(await openPepper(path, store)).toEqual(new Uint8Array(32).fill(7))
  writeFileSync(path, `${'08'.repeat(32)}\n`)
  await expect(openPepper(path, store)).rejects.toThrow('holds another pepper')
})

test('refuses a file with other content', async () => {
  writeFileSync(path, 'secret')
  await expect(openPepper(path, memoryStore())).rejects.toThrow('must hold 64 hex digits')
})
