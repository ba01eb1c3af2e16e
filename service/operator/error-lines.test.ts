import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'
import { runAdmin } from './commands.ts'
import { linesOfError } from './error-lines.ts'

const { admin, folder } = setUpAdmin()

const errorOf = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('expected an error')
}

test('a full disk is one line', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table rows (text text); pragma max_page_count = 2')
  const full = errorOf(() => database.exec("insert into rows values (printf('%.100000c', 'x'))"))
  expect(full).toMatchObject({ errcode: 13 })
  expect(linesOfError(full)).toEqual(['The store failed: the disk is full.'])
  const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  expect(linesOfError(noSpace)).toEqual([
    'The operating system refused a call: ENOSPC: no space left on device, write.',
  ])
})

test('an error that a Postgres server reports is one line', () => {
  const error = Object.assign(new Error('could not extend file: No space left on device'), {
    severity: 'ERROR',
    code: '53100',
  })
  expect(linesOfError(error)).toEqual(['The store failed: could not extend file: No space left on device.'])
})

test('a command that the store refuses prints one line and exits with 1', async () => {
  const database = new DatabaseSync(join(folder(), 'data', 'service.sqlite'))
  try {
    database.exec(
      `create trigger full_table before insert on audit begin select raise(abort, 'no more rows'); end`,
    )
    expect(await admin('partner', 'add', 'Full Bank')).toEqual({
      code: 1,
      out: '',
      err: 'The store failed: no more rows.\n',
    })
  } finally {
    database.exec('drop trigger full_table')
    database.close()
  }
})

test('a folder in the place of a file is one line', async () => {
  const key = join(folder(), 'record-key')
  mkdirSync(key)
  const { code, err } = await runAdmin(['record', 'key'], { RECORD_KEY_FILE: key })
  expect([code, err]).toEqual([
    1,
    'The operating system refused a call: EISDIR: illegal operation on a directory, read.\n',
  ])
})

test('a defect keeps its stack', () => {
  const lines = linesOfError(new TypeError('x is not a function'))
  expect(lines[0]).toBe('TypeError: x is not a function')
  expect(lines.length).toBeGreaterThan(1)
})
