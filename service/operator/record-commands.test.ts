/** The commands of the sealed record: keys and verification. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { config } from '#service/analysis/config.ts'
import { callPick, recordOf } from '#service/record/night.fixture.ts'
import { readRecordKey } from '#service/server/config/record-key-file.ts'
import { setUpAdmin } from './admin.fixture.ts'

const { admin, folder, json } = setUpAdmin()
const keyFile = () => join(folder(), 'data', 'record-key.json')

test('"record key" creates a key that only its owner can read, and shows it afterwards', async () => {
  const rotation = await admin('record', 'key', '--rotate')
  expect([rotation.code, rotation.err]).toEqual([1, expect.stringContaining('"record key" creates one')])
  const created = await json<{ id: string; isNew: boolean }>('record', 'key')
  expect(created).toMatchObject({ isNew: true, file: keyFile() })
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  expect(await json('record', 'key')).toMatchObject({ id: created.id, isNew: false })
  expect((await admin('record', 'key')).out).not.toContain(
    (JSON.parse(readFileSync(keyFile(), 'utf8')) as { privateKey: string }).privateKey,
  )
})

test('"record key --rotate" continues a series with a key that the old one has signed', async () => {
  const made = await recordOf({ readKey: () => readRecordKey(keyFile()) })
  await made.publish('2026-11-20', [callPick])
  const before = await json<{ id: string }>('record', 'key')
  const rotated = await json<{ id: string; previousFile: string }>('record', 'key', '--rotate')
  expect((await readRecordKey(rotated.previousFile))?.public.id).toBe(before.id)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  await made.publish('2026-12-18')
  const series = `test-simulated-v${config.version}`
  const place = join(folder(), 'files')
  mkdirSync(join(place, series), { recursive: true })
  const files = await made.files(series)
  for (const { night, text } of files) writeFileSync(join(place, series, `${night}.json`), text)
  expect(await json('record', 'verify', place)).toMatchObject([
    { series, entries: 2, keys: [before.id, rotated.id], recomputed: 1, problems: [] },
  ])
  writeFileSync(join(place, series, '2026-12-18.json'), files[0]!.text.replace('449.35', '549.35'))
  const forged = await admin('record', 'verify', place)
  expect(forged.code).toBe(1)
  expect(forged.out).toContain('WRONG 2026-12-18: the signature is not one of its key')
})

test('"record verify" says which place cannot be read', async () => {
  const { code, err } = await admin('record', 'verify', join(folder(), 'nowhere'))
  expect([code, err]).toEqual([1, expect.stringContaining('nowhere')])
})
