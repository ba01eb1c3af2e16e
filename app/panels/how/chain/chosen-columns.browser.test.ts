import { beforeEach, expect, test } from 'vitest'
import { makeState } from '#app/state/app-state.ts'
import { readChainColumns } from '#app/state/storage/chain-columns.ts'
import { chooseColumns } from './chosen-columns.ts'

// oxlint-disable-next-line no-restricted-globals -- the test reads what is stored
const storage = localStorage
beforeEach(() => storage.clear())

test('the chosen columns are kept in the browser, and removed with the choice', () => {
  const app = makeState()
  chooseColumns(app, ['volume', 'bid'])
  expect(storage.getItem('chain')).toBe('{"columns":["bid","volume"]}')
  expect(readChainColumns()).toEqual(['bid', 'volume'])
  chooseColumns(app, null)
  expect(storage.length).toBe(0)
  expect(readChainColumns()).toBeNull()
})

test('without a usable entry no columns are chosen', () => {
  for (const text of ['', '{', '{"columns":"bid"}', '[]']) {
    storage.setItem('chain', text)
    expect(readChainColumns(), text).toBeNull()
  }
})
