import { expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'

const { admin, json } = setUpAdmin()
const addPartner = async (name: string) => (await json<{ id: string }>('partner', 'add', name)).id
const lastActions = async (id: string) =>
  (
    await json<{ action: string; subject: string | null; details: object }[]>(
      'audit',
      'list',
      '--partner',
      id,
    )
  ).map(({ action, subject, details }) => ({ action, subject, details }))

test('a partner is shown with its settings, domains and keys', async () => {
  const id = await addPartner('Shown Bank')
  await json('partner', 'set', id, 'faqUrl', 'https://bank.example/faq')
  await json('partner', 'set', id, 'notice', '{"en":"Risky"}')
  await json('partner', 'set', id, '--data', 'delayed')
  await json('domain', 'add', id, 'https://bank.example')
  const [first, second] = [
    await json<{ id: string }>('key', 'issue', id, 'widget'),
    await json<{ id: string }>('key', 'issue', id, 'client'),
  ]
  await json('key', 'revoke', second.id)
  expect(await json('partner', 'show', id)).toMatchObject({
    id,
    name: 'Shown Bank',
    createdAt: expect.stringMatching(/^20.*Z$/) as string,
    disabledAt: null,
    data: 'delayed',
    isDataSet: true,
    settings: {
      faqUrl: 'https://bank.example/faq',
      notice: { en: 'Risky' },
      supportUrl: null,
      hideAnnualised: null,
    },
    domains: ['https://bank.example'],
    keys: [
      { id: first.id, kind: 'widget', revokedAt: null },
      { id: second.id, kind: 'client', revokedAt: expect.stringMatching(/^20/) as string },
    ],
  })
  const { out } = await admin('partner', 'show', id)
  for (const line of [
    'data: delayed',
    'faqUrl: https://bank.example/faq',
    'notice: {"en":"Risky"}',
    'supportUrl: (default)',
  ])
    expect(out.split('\n')).toContain(line)
  expect(await admin('partner', 'show', 'p_none')).toMatchObject({
    code: 1,
    err: 'There is no partner "p_none".\n',
  })
})

test('a setting and the market data are reset to their defaults', async () => {
  const id = await addPartner('Reset Bank')
  await json('partner', 'set', id, 'faqUrl', 'https://bank.example/faq')
  await json('partner', 'set', id, 'hideAnnualised', 'true')
  await json('partner', 'set', id, '--data', 'delayed')
  expect(await json('partner', 'reset', id, 'faqUrl')).toMatchObject({
    settings: { faqUrl: '/help/faq', hideAnnualised: true },
  })
  await json('partner', 'reset', id, 'data')
  expect(await json('partner', 'show', id)).toMatchObject({
    data: 'none',
    isDataSet: false,
    settings: { faqUrl: null, hideAnnualised: true },
  })
  expect((await lastActions(id)).slice(0, 2)).toMatchObject([
    { action: 'setting-reset', subject: 'data' },
    { action: 'setting-reset', subject: 'faqUrl' },
  ])
  const { code, err } = await admin('partner', 'reset', id, 'faqurl')
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('"faqurl" is not a setting; the settings are faqUrl, '),
  ])
})

test('a partner is renamed, and a name that another one has is noted', async () => {
  const id = await addPartner('Old Name')
  expect(await json('partner', 'rename', id, ' New Name ')).toEqual({ id, name: 'New Name' })
  expect(await json('partner', 'show', id)).toMatchObject({ name: 'New Name' })
  expect((await lastActions(id))[0]).toMatchObject({
    action: 'partner-renamed',
    details: { from: 'Old Name', to: 'New Name' },
  })
  expect(await admin('partner', 'rename', id, ' ')).toMatchObject({ code: 1 })
  expect((await admin('partner', 'add', 'New Name')).out).toContain(`Another partner has this name: ${id}\n`)
  expect((await admin('partner', 'add', 'Unique Name')).out).not.toContain('Another partner')
})
