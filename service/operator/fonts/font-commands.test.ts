/** Operator commands for fonts of partners. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { setUpAdmin } from '#service/operator/admin.fixture.ts'
import { interBytes, interFile, interItalicFile } from './font-files.fixture.ts'

const { admin, folder, json } = setUpAdmin()
type Face = { fontId: string; weight: string; style: string }

let partnerId: string
beforeAll(async () => {
  partnerId = (await json<{ id: string }>('partner', 'add', 'Acme Bank')).id
})

test('an operator uploads a font with its italics, lists it and removes it', async () => {
  const added = await json<Face>('font', 'add', partnerId, interFile, '--licence-confirmed')
  expect(added).toMatchObject({
    fontId: expect.stringMatching(/^font_[A-Za-z0-9]{22}$/) as string,
    family: 'Inter',
    weight: '100 900',
    style: 'normal',
    file: expect.stringMatching(/^[A-Za-z0-9]{11}\.woff2$/) as string,
  })
  const toFont = ['--font', added.fontId, '--licence-confirmed']
  await json('font', 'add', partnerId, interItalicFile, ...toFont)
  const again = await admin('font', 'add', partnerId, interFile, ...toFont)
  expect([again.code, again.err]).toEqual([
    1,
    `${added.fontId} has a face of weight 100 900, normal. Remove the font to replace it.\n`,
  ])
  await json('font', 'add', partnerId, interFile, ...toFont, '--weight', '1000')
  const facesOf = async () =>
    (await json<Face[]>('font', 'list', partnerId)).map(({ weight, style }) => `${weight} ${style}`)
  expect(await facesOf()).toEqual(['100 900 italic', '100 900 normal', '1000 normal'])

  expect((await admin('font', 'remove', partnerId, added.fontId)).code).toBe(0)
  expect(await facesOf()).toEqual([])
  const audit = await json<{ action: string; subject: string; details: object }[]>('audit', 'list')
  expect(audit.slice(0, 2)).toMatchObject([
    { action: 'font-removed', subject: added.fontId, details: { faces: 3 } },
    { action: 'font-added', subject: added.fontId, details: { weight: '1000', licenceConfirmed: true } },
  ])
})

test('a font is not added without the licence, to another partner’s font, or from another file type', async () => {
  expect(await admin('font', 'add', partnerId, interFile)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--licence-confirmed is missing') as string,
  })
  expect(
    await admin('font', 'add', partnerId, interFile, '--licence-confirmed', '--weight', 'bold'),
  ).toMatchObject({ code: 2, err: expect.stringContaining('--weight "bold" is no CSS weight') as string })

  const other = await json<{ id: string }>('partner', 'add', 'Other')
  const { fontId } = await json<Face>('font', 'add', other.id, interFile, '--licence-confirmed')
  for (const words of [
    ['add', partnerId, interItalicFile, '--font', fontId, '--licence-confirmed'],
    ['remove', partnerId, fontId],
  ])
    expect(await admin('font', ...words)).toMatchObject({
      code: 1,
      err: `${partnerId} has no font "${fontId}".\n`,
    })

  const path = join(folder(), 'font.woff2')
  writeFileSync(path, '<!doctype html><title>Not found')
  expect(await admin('font', 'add', partnerId, path, '--licence-confirmed')).toMatchObject({
    code: 1,
    err: 'The file is an HTML or XML document; expected a font in the format WOFF2.\n',
  })
  expect(
    await admin('font', 'add', partnerId, join(folder(), 'none.woff2'), '--licence-confirmed'),
  ).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') as string })
  expect(await json('font', 'list', partnerId)).toEqual([])
})

test('a partner has at most 24 faces', async () => {
  const { id } = await json<{ id: string }>('partner', 'add', 'Many')
  const path = join(folder(), 'inter.woff2')
  writeFileSync(path, interBytes())
  for (let index = 0; index < 24; index++) await json('font', 'add', id, path, '--licence-confirmed')
  const { code, err } = await admin('font', 'add', id, path, '--licence-confirmed')
  expect([code, err]).toEqual([1, `${id} has 24 faces, the maximum. Remove a font first.\n`])
})
