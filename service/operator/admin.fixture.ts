/** Runs operator commands in this process, against an embedded store that exists already. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { runAdmin } from './commands.ts'

/** Creates a store before all tests of the file and removes it after them. */
export function setUpAdmin() {
  let folder: string
  const variables = () => ({ DATA_DIR: join(folder, 'data') })
  const admin = (...words: string[]) => runAdmin(words, variables())
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'admin-'))
    await (await openDataDir(join(folder, 'data'), { kind: 'simulated' })).store.close()
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  return {
    /** The parent of the data folder. */
    folder: () => folder,
    variables,
    /** Runs a command; resolves to exit code, stdout and stderr. */
    admin,
    /** Runs a command that must succeed, with --json; resolves to the JSON value. */
    json: async <Value>(...words: string[]): Promise<Value> => {
      const { code, out, err } = await admin(...words, '--json')
      expect([code, err]).toEqual([0, ''])
      return JSON.parse(out) as Value
    },
  }
}
