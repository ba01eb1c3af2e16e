/** `admin config` fails for settings with which the service would not start. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'
import { runAdmin } from './commands.ts'

const { folder, variables } = setUpAdmin()

type Row = { readonly name: string; readonly problem: string | null }

/** Exit code and the problems by variable. */
async function problemsOf(changed: Record<string, string>) {
  const { code, out } = await runAdmin(['config', '--json'], { ...variables(), ...changed })
  const rows = JSON.parse(out) as Row[]
  return {
    code,
    problems: Object.fromEntries(rows.flatMap(({ name, problem }) => (problem ? [[name, problem]] : []))),
  }
}
const fileOf = (name: string, text: string) => {
  const path = join(folder(), name)
  writeFileSync(path, text)
  return path
}

describe('admin config', () => {
  test('succeeds with the settings of a service that has run, and for one that has not', async () => {
    expect(await problemsOf({})).toEqual({ code: 0, problems: {} })
    const unborn = join(folder(), 'not', 'yet')
    expect(await problemsOf({ DATA_DIR: unborn })).toEqual({ code: 0, problems: {} })
    expect(existsSync(unborn)).toBe(false)
  })

  test('changes nothing in the data folder', async () => {
    const filesBefore = readdirSync(join(folder(), 'data')).toSorted()
    await problemsOf({ PEPPER_FILE: join(folder(), 'no-pepper') })
    expect(readdirSync(join(folder(), 'data')).toSorted()).toEqual(filesBefore)
    expect(existsSync(join(folder(), 'no-pepper'))).toBe(false)
  })

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['HOST', () => ({ HOST: '256.1.1.1' }), /ENOTFOUND|EAI_AGAIN|EINVAL|EADDRNOTAVAIL/],
    ['HOST', () => ({ HOST: '203.0.113.77' }), /EADDRNOTAVAIL/],
    ['TLS_CERT', () => ({ TLS_CERT: fileOf('bad.crt', 'x'), TLS_KEY: fileOf('bad.key', 'x') }), /./],
    ['TLS_CERT', () => ({ TLS_CERT: '/nope.crt', TLS_KEY: '/nope.key' }), /nope/],
    ['MARKET', () => ({ MARKET: 'files:/nope' }), /nope/],
    [
      'PEPPER_FILE',
      () => ({ PEPPER_FILE: join(folder(), 'missing') }),
      /the pepper is missing: .*missing does not exist/,
    ],
    ['PEPPER_FILE', () => ({ PEPPER_FILE: fileOf('other', '07'.repeat(32)) }), /holds another pepper/],
    ['PEPPER_FILE', () => ({ PEPPER_FILE: fileOf('short', 'x') }), /must hold 64 hex digits/],
    ['DATABASE_URL', () => ({ DATABASE_URL: 'postgres://options@127.0.0.1:1/options' }), /ECONNREFUSED/],
    ['REDIS_URL', () => ({ REDIS_URL: 'redis://127.0.0.1:1' }), /DATABASE_URL is not/],
    ['DATA_DIR', () => ({ DATA_DIR: fileOf('file', 'x') }), /is not a folder/],
    ['RECORD_KEY_FILE', () => ({ RECORD_KEY_FILE: fileOf('key.json', '{') }), /./],
  ])('exits with 1 and names %s of %s', async (name, changed, reason) => {
    const { code, problems } = await problemsOf(changed())
    expect(code).toBe(1)
    expect(Object.keys(problems)).toEqual([name])
    expect(problems[name]).toMatch(reason)
    const text = (await runAdmin(['config'], { ...variables(), ...changed() })).out
    expect(text).toContain(`\nThe service would not start:\n${name} cannot be used: ${problems[name]}.\n`)
  })

  test('exits with 1 for a store of a newer version, and for one that is damaged', async () => {
    const copy = join(folder(), 'copy')
    mkdirSync(copy)
    for (const name of ['service.sqlite', 'pepper'])
      copyFileSync(join(folder(), 'data', name), join(copy, name))
    const database = new DatabaseSync(join(copy, 'service.sqlite'))
    database.exec('pragma user_version = 1000; update schema_step set required_steps = 1000')
    database.close()
    expect((await problemsOf({ DATA_DIR: copy })).problems['DATA_DIR']).toMatch(/newer version \(step 1000\)/)
    for (const name of readdirSync(copy).filter((file) => file.startsWith('service.sqlite')))
      rmSync(join(copy, name))
    writeFileSync(join(copy, 'service.sqlite'), 'x'.repeat(5000))
    expect((await problemsOf({ DATA_DIR: copy })).problems['DATA_DIR']).toMatch(/not a database/)
  })
})
