/** Compares docs/privacy.md with the code: stored records and entries, their lifetimes, and the tests it names. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeCookie } from '#contract/api/paths.ts'
import { defaultConfig } from '#service/shared/config.ts'
import { sessionCookie } from '#service/http/request/cookies.ts'
import { retentionAfterEndMs } from '#service/store/store.ts'
import { errorsIn, root, sourcesOf } from './test-references.ts'

const page = readFileSync(`${root}docs/privacy.md`, 'utf8')
const read = (path: string) => readFileSync(root + path, 'utf8')
/** First cells of the rows of the table that follows a heading. */
const tableAfter = (heading: string): string[] =>
  [
    ...page
      .split(`## ${heading}\n`)[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| `([^`]+)`/gm),
  ].map(([, cell]) => cell!)

test('lists every record with the hash of a user', () => {
  const tables = [...read('service/store/sql/tables.ts').matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)]
  expect(tables.length).toBeGreaterThan(8)
  const withUser = tables
    .filter(([, , columns]) => /\buser(_hash)?: /.test(columns!))
    .map(([, name]) => name!)
  expect(tableAfter('Data about a user in the service’s database')).toEqual(withUser)
})

test('has the lifetimes of the service', () => {
  expect(retentionAfterEndMs).toBe(24 * 3600_000)
  expect(defaultConfig.lifetimes).toMatchObject({ authToken: 2 * 60, accessToken: 24 * 3600 })
  expect(read('service/server/server.ts')).toContain('cleanUpEveryMs = 3600_000')
})

/** Source files that use storage of the browser, with the entry that each of them writes. */
const entries = {
  'app/state/appearance.ts': 'appearance',
  'app/state/choices/chart-choice.ts': 'chart',
  'app/state/holdings.ts': 'holdings <hash>',
  'app/state/saved-screens.ts': 'income-screens',
  'app/state/storage/chain-columns.ts': 'chain',
  'app/state/storage/stored-view.ts': '<instance>',
  'app/state/storage/looks-memory.ts': '<instance> looks',
  'app/state/storage/mistake-memory.ts': '<instance> mistakes',
  'app/state/storage/theme-cookie.ts': `${themeCookie}<instance>`,
}

test('lists every entry that the frame stores', () => {
  const sources = (folder: string) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter(
      (path) => !/\.(test|fixture)\.|\/testing\//.test(path),
    )
  const storing = (folder: string) =>
    sources(folder).filter((path) =>
      /=> (local|session)Storage\b|document\.cookie|indexedDB|caches\.open/.test(read(path)),
    )
  expect(storing('app').toSorted()).toEqual(Object.keys(entries).toSorted())
  expect(storing('loader')).toEqual([])
  const [cookieName = ''] = sessionCookie('<instance>', '', 0).split('=')
  expect(tableAfter('Storage of the frame in the browser').toSorted()).toEqual(
    [cookieName, ...Object.values(entries)].toSorted(),
  )
})

test('every section names tests, and they exist', () => {
  expect(errorsIn(page)).toEqual([])
  const sections = page.split(/^## /m).slice(1)
  for (const section of sections) expect(sourcesOf(section), section.split('\n')[0]).not.toEqual([])
})
