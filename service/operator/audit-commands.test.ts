/** Every change by command is in the audit log. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'
import { runAdmin } from './commands.ts'

const { admin, folder, json, variables } = setUpAdmin()

test('the audit log has every change and no secret', async () => {
  const { id } = await json<{ id: string }>('partner', 'add', 'Audited')
  await json('domain', 'add', id, 'https://audited.com')
  await json('domain', 'add', id, 'https://audited.com')
  await json('domain', 'remove', id, 'https://audited.com')
  await json('partner', 'set', id, 'disclaimer', 'Mind the gap')
  const key = await json<{ id: string; subscriptionKey: string }>('key', 'issue', id, 'subscription')
  const rotated = await json<{ subscriptionKey: string }>('key', 'rotate', key.id, '--grace', '2')
  await json('key', 'revoke', key.id)
  expect(await json<{ disabledAt: number }>('partner', 'disable', id)).toMatchObject({ id })
  expect((await admin('partner', 'list')).out).toMatch(new RegExp(`${id}  Audited  disabled 20`))
  expect(await json('partner', 'enable', id)).toEqual({ id, disabledAt: null })
  expect(await json('session', 'end', '--partner', id)).toEqual({ ended: [] })
  type Entry = { actor: string; action: string; subject: string | null; details: object }
  const entries = await json<Entry[]>('audit', 'list', '--partner', id)
  expect(entries.toReversed().map(({ action, subject }) => [action, subject])).toEqual([
    ['partner-added', null],
    ['domain-added', 'https://audited.com'],
    ['domain-removed', 'https://audited.com'],
    ['setting-changed', 'disclaimer'],
    ['key-issued', key.id],
    ['key-rotated', key.id],
    ['key-revoked', key.id],
    ['partner-disabled', null],
    ['partner-enabled', null],
    ['sessions-ended', null],
  ])
  expect(entries.every(({ actor }) => actor === 'operator')).toBe(true)
  expect(entries.find(({ action }) => action === 'key-rotated')?.details).toEqual({
    kind: 'subscription',
    graceHours: 2,
    osUser: userInfo().username,
  })
  const output = (await admin('audit', 'list', '--most', '1000')).out
  for (const secret of [key.subscriptionKey, rotated.subscriptionKey]) expect(output).not.toContain(secret)
  expect(await json<Entry[]>('audit', 'list', '--partner', id, '--most', '2')).toHaveLength(2)
})

test('each entry names the user of the operating system, and the one who called sudo', async () => {
  const osUser = userInfo().username
  await runAdmin(['partner', 'add', 'By Sudo'], { ...variables(), SUDO_USER: 'alice' })
  await runAdmin(['backup', join(folder(), 'audited.gz')], { ...variables(), SUDO_USER: 'bob' })
  await runAdmin(['batch', 'rollback'], variables())
  await runAdmin(['scan', 'run', '--accept-failures'], { ...variables(), SUDO_USER: 'carol' })
  const entries = await json<{ action: string; subject: string | null; details: object }[]>(
    'audit',
    'list',
    '--most',
    '3',
  )
  expect(entries.map(({ action, subject, details }) => ({ action, subject, details }))).toEqual([
    { action: 'scan-started', subject: null, details: { acceptFailures: true, osUser, sudoUser: 'carol' } },
    {
      action: 'store-backed-up',
      subject: 'audited.gz',
      details: { rows: expect.any(Number) as number, osUser, sudoUser: 'bob' },
    },
    { action: 'partner-added', subject: null, details: { name: 'By Sudo', osUser, sudoUser: 'alice' } },
  ])
  expect((await admin('audit', 'list', '--most', '1')).out).toContain(`osUser=${osUser}  sudoUser=carol`)
}, 120_000)

test('a backup that cannot be audited says so', async () => {
  const database = new DatabaseSync(join(folder(), 'data', 'service.sqlite'))
  try {
    database.exec(
      `create trigger full_table before insert on audit begin select raise(abort, 'no more rows'); end`,
    )
    const { code, out } = await admin('backup', join(folder(), 'unrecorded.gz'))
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      'The audit log has no entry of this backup: no more rows.',
    ])
    const second = join(folder(), 'unrecorded-2.gz')
    expect(await json('backup', second)).toMatchObject({ file: second, isAudited: false })
  } finally {
    database.exec('drop trigger full_table')
    database.close()
  }
})

test('a change that cannot be audited is not made', async () => {
  const { id: partnerId } = await json<{ id: string }>('partner', 'add', 'Unwritten')
  const { id } = await json<{ id: string }>('key', 'issue', partnerId, 'subscription')
  await json('domain', 'add', partnerId, 'https://unwritten.com')
  const state = async () => [
    await json('partner', 'list'),
    await json('key', 'list', partnerId),
    await json('domain', 'list', partnerId),
  ]
  const stateBefore = await state()
  const database = new DatabaseSync(join(folder(), 'data', 'service.sqlite'))
  try {
    database.exec(
      `create trigger full_table before insert on audit begin select raise(abort, 'no more rows'); end`,
    )
    for (const words of [
      ['partner', 'disable', partnerId],
      ['partner', 'set', partnerId, 'hideAnnualised', 'true'],
      ['domain', 'add', partnerId, 'https://more.com'],
      ['domain', 'remove', partnerId, 'https://unwritten.com'],
      ['key', 'issue', partnerId, 'client'],
      ['key', 'rotate', id],
      ['key', 'revoke', id],
    ]) {
      const { code, err } = await admin(...words)
      expect([words, code, err]).toEqual([words, 1, expect.stringContaining('no more rows')])
    }
    expect(await state()).toEqual(stateBefore)
  } finally {
    database.exec('drop trigger if exists full_table')
    database.close()
  }
})
