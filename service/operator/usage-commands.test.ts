/** The operator sets which licensed data a partner may show, and reads the report of its users. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '#service/server/config/environment.ts'
import { openData } from '#service/server/open-store.ts'
import type { Usage } from '#service/store/usage.ts'
import { setUpAdmin } from './admin.fixture.ts'
import { runAdmin } from './commands.ts'

const { admin, folder, json, variables } = setUpAdmin()

const addPartner = async (name: string) => (await json<{ id: string }>('partner', 'add', name)).id

async function recordUsage(usage: readonly Usage[]) {
  const { store } = await openData(readEnvironment(variables()))
  for (const item of usage) await store.usage.record(item)
  await store.close()
}

test('the data of a partner is set, listed and audited', async () => {
  const id = await addPartner('Acme')
  expect(await json('partner', 'list')).toContainEqual({ id, name: 'Acme', data: 'none', disabledAt: null })
  expect((await admin('partner', 'list')).out).toContain(`${id}  Acme  data: none`)

  expect(await json('partner', 'set', id, '--data', 'delayed')).toEqual({ id, data: 'delayed' })
  expect((await admin('partner', 'set', id, '--data', 'delayed')).out).toBe(
    `${id} may show licensed market data: delayed.\n`,
  )
  expect(await json('partner', 'list')).toContainEqual({
    id,
    name: 'Acme',
    data: 'delayed',
    disabledAt: null,
  })
  const [entry] = await json<object[]>('audit', 'list', '--partner', id)
  expect(entry).toMatchObject({ action: 'setting-changed', subject: 'data', details: { value: 'delayed' } })
})

test('other settings of the partner stay, and never include the data', async () => {
  const id = await addPartner('Beta')
  await json('partner', 'set', id, '--data', 'derived')
  const { settings } = await json<{ settings: object }>('partner', 'set', id, 'hideAnnualised', 'true')
  expect(settings).toMatchObject({ hideAnnualised: true })
  expect(settings).not.toHaveProperty('data')
  await json('partner', 'set', id, '--data', 'real-time')
  expect(await json('partner', 'list')).toContainEqual(expect.objectContaining({ id, data: 'real-time' }))
})

test.each([
  [['--data', 'live'], 1, '"data" must be one of real-time, delayed, end-of-day, derived, none.'],
  [['faqUrl'], 2, '<value> of "admin partner set" is missing'],
  [[], 2, '<setting> and <value>, or --data, of "admin partner set" are missing'],
  [
    ['faqUrl', 'https://acme.com', '--data', 'derived'],
    2,
    '"faqUrl" and --data are two settings: change each with its own command',
  ],
])('partner set with %j is refused', async (words, code, error) => {
  const id = await addPartner('Gamma')
  const refused = await admin('partner', 'set', id, ...words, '--json')
  expect([refused.code, JSON.parse(refused.err)]).toEqual([code, { error }])
})

test('the report counts the users of a month by partner and highest class, also after a restore', async () => {
  const [first, second] = [await addPartner('First'), await addPartner('Second')]
  const month = '2026-08'
  await recordUsage([
    { month, partnerId: first, user: 'a', dataClass: 'delayed' },
    { month, partnerId: first, user: 'a', dataClass: 'real-time' },
    { month, partnerId: first, user: 'b', dataClass: 'delayed' },
    { month, partnerId: second, user: 'a', dataClass: 'delayed' },
    { month: '2026-07', partnerId: second, user: 'c', dataClass: 'real-time' },
  ])
  const report = await json<{ partners: object[]; totals: object[] }>('usage', 'report', month)
  expect(report.partners).toHaveLength(3)
  expect(report.partners).toEqual(
    expect.arrayContaining([
      { partnerId: first, name: 'First', dataClass: 'real-time', users: 1 },
      { partnerId: first, name: 'First', dataClass: 'delayed', users: 1 },
      { partnerId: second, name: 'Second', dataClass: 'delayed', users: 1 },
    ]),
  )
  expect(report.totals).toEqual([
    { dataClass: 'real-time', users: 1 },
    { dataClass: 'delayed', users: 2 },
    { dataClass: 'end-of-day', users: 0 },
    { dataClass: 'derived', users: 0 },
  ])
  const { out } = await admin('usage', 'report', month)
  expect(out.split('\n')).toContain(`${first}  First  real-time  1`)
  expect(out.split('\n')).toContain('all partners  -  delayed  2')

  const backup = join(folder(), 'usage.gz')
  await json('backup', backup)
  const target = { DATA_DIR: join(folder(), 'restored'), PEPPER_FILE: join(variables().DATA_DIR, 'pepper') }
  expect((await runAdmin(['restore', backup, '--json'], target)).err).toBe('')
  const restored = await runAdmin(['usage', 'report', month, '--json'], target)
  expect(JSON.parse(restored.out)).toEqual(report)
})

test('the report of a month without usage says so, and another form of a month is refused', async () => {
  expect((await admin('usage', 'report', '2020-01')).out).toBe(
    'No licensed market data was shown in 2020-01.\n',
  )
  const refused = await admin('usage', 'report', '2026-8', '--json')
  expect([refused.code, JSON.parse(refused.err)]).toEqual([
    2,
    { error: '"2026-8" is no month: expected YYYY-MM, such as 2026-08' },
  ])
})
