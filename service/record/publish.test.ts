/** Publishing of nights: chain, idempotence, gaps, keys, series and licences. */
import { expect, test } from 'vitest'
import type { RecordEntry, RecordFile } from '#contract/responses/record.ts'
import { capabilityNames, provides } from '#service/markets/capabilities.ts'
import { canonicalJson, sha256Of } from './canonical-json.ts'
import { barsOf, callPick, putPick, recordOf } from './night.fixture.ts'
import { createKeyFile, readKeyFile } from './record-keys.ts'
import { sealOf } from './sealing.ts'
import { verifySeries } from './verify.ts'
import { config } from '#service/analysis/config.ts'

const series = `test-simulated-v${config.version}`

type Made = Awaited<ReturnType<typeof recordOf>>
const verified = async ({ files }: Made, name = series) => verifySeries(name, await files(name))
const entryOf = async ({ record }: Made, night: string, name = series): Promise<RecordEntry> =>
  (JSON.parse((await record.file(name, night))!) as RecordFile).entry

/** A file without its digests, keys and signatures, whose random digits could spell a price. */
const withoutRandom = (text: string) => text.replace(/"[\w+/=-]{40,}"/g, '"random"')

test('writes canonical JSON by RFC 8785', () => {
  expect(canonicalJson({ b: [1e21, 0.1, -0, 'é\n'], a: null, A: { z: true, '€': 1, '\u{1F600}': 2 } })).toBe(
    '{"A":{"z":true,"€":1,"😀":2},"a":null,"b":[1e+21,0.1,0,"é\\n"]}',
  )
  for (const value of [Number.NaN, Infinity, undefined, { a: undefined }, '\uD800'])
    expect(() => canonicalJson(value)).toThrow(TypeError)
})

test('chains the nights, and resolves a pick on the night of its expiry', async () => {
  const made = await recordOf()
  await made.publish('2026-11-20', [callPick, putPick])
  await made.publish('2026-12-18')
  const [first, second] = [await entryOf(made, '2026-11-20'), await entryOf(made, '2026-12-18')]
  expect(first).toMatchObject({ number: 1, previous: null, environment: 'test', source: 'simulated' })
  expect(first.picks).toMatchObject([
    { pick: 1, contract: callPick.contract, values: callPick.values, sealed: null },
    { pick: 2, right: 'put' },
  ])
  expect(second.previous).toEqual({
    night: '2026-11-20',
    sha256: await sha256Of((await made.record.file(series, '2026-11-20'))!),
  })
  expect(second.resolutions.map(({ pick, outcome, result }) => [pick, outcome, result?.profit])).toEqual([
    [1, 'expired', 449.35],
    [2, 'expired', 119.35],
  ])
  expect(await verified(made)).toMatchObject({ entries: 2, picks: 2, recomputed: 2, open: 0, problems: [] })
})

test('publishes a night once, and no earlier night afterwards', async () => {
  const made = await recordOf()
  await made.publish('2026-11-20', [callPick])
  const file = await made.record.file(series, '2026-11-20')
  await made.publish('2026-11-20', [putPick])
  await made.publish('2026-11-19', [putPick])
  expect(made.logged, 'no second entry is made').toHaveLength(1)
  expect(await made.record.list({ series, limit: 9 })).toHaveLength(1)
  expect(await made.record.file(series, '2026-11-20')).toBe(file)
})

test('states the sessions without an entry', async () => {
  const made = await recordOf()
  // Thanksgiving is no session.
  for (const night of ['2026-11-20', '2026-11-25', '2026-11-27']) await made.publish(night)
  expect((await entryOf(made, '2026-11-25')).missed).toEqual(['2026-11-23', '2026-11-24'])
  expect(await verified(made)).toMatchObject({ gaps: ['2026-11-23', '2026-11-24'], problems: [] })
})

test('announces dividends once, before their ex-dividend days, and resolves with them', async () => {
  const made = await recordOf()
  made.symbol.declared = [{ exDate: '2026-11-23', amount: 0.5 }]
  await made.publish('2026-11-20', [putPick, callPick])
  made.symbol.declared = [{ exDate: '2026-12-14', amount: 0.3 }]
  await made.publish('2026-11-23')
  await made.publish('2026-11-24')
  made.symbol.declared = []
  await made.publish('2026-12-18')
  expect((await entryOf(made, '2026-11-20')).dividends).toHaveLength(1)
  expect((await entryOf(made, '2026-11-24')).dividends).toEqual([])
  // 100 x (1.50 + 3 + 0.80) - 0.65
  expect((await entryOf(made, '2026-12-18')).resolutions[1]).toMatchObject({
    pick: 2,
    result: { profit: 529.35 },
  })
  expect((await verified(made)).problems).toEqual([])
})

test('a changed formula starts a new series, and the old one is continued until its picks have results', async () => {
  const made = await recordOf()
  await made.publish('2026-11-20', [callPick])
  const old = await made.record.latest(series)
  // The entries of the version before, as a store has them after an upgrade.
  const earlier = `test-simulated-v${config.version - 1}`
  const entry = {
    ...(await entryOf(made, '2026-11-20')),
    series: earlier,
    formula: config.version - 1,
  }
  const key = await readKeyFile(made.keyFile())
  const file = canonicalJson({ entry, key: key.public, signature: await key.sign(canonicalJson(entry)) })
  const { pick, symbol, expiry, ...due } = (await made.record.due(series, '2026-12-18'))[0]!
  await made.record.append({
    ...old!,
    series: earlier,
    sha256: await sha256Of(file),
    file,
    stored: [{ pick, symbol, expiry, ...due }],
    resolved: [],
    dividends: [],
  })
  for (const night of ['2026-12-18', '2026-12-21']) await made.publish(night, [])
  expect(await entryOf(made, '2026-12-18', earlier)).toMatchObject({
    batch: null,
    ideas: [],
    picks: [],
    resolutions: [{ outcome: 'expired' }],
  })
  expect(await made.record.file(earlier, '2026-12-21')).toBeUndefined()
  expect(await verified(made, earlier)).toMatchObject({ entries: 2, recomputed: 1, problems: [] })
})

test('seals the prices of a licensed source with a salt that only the store has', async () => {
  const capabilities = provides(capabilityNames, {
    source: 'Vendor',
    dataClass: 'delayed',
    delayedSeconds: 900,
    isLicensed: true,
    state: 'working',
  })
  const sealed = await recordOf({ capabilities })
  await sealed.publish('2026-11-20', [callPick])
  await sealed.publish('2026-12-18')
  const [pick] = (await entryOf(sealed, '2026-11-20')).picks
  expect(pick).toMatchObject({ values: null, sealed: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  const [resolved] = await sealed.record.resolved(series)
  const { opening } = JSON.parse(resolved!.body) as { opening: { salt: string; values: object } }
  expect(await sealOf(opening.salt, opening.values)).toBe(pick!.sealed)
  const [resolution] = (await entryOf(sealed, '2026-12-18')).resolutions
  expect(resolution).toMatchObject({ outcome: 'expired', values: null, result: null })
  for (const { text } of await sealed.files(series))
    expect(withoutRandom(text)).not.toMatch(/449\.35|"bid":1\.5|103/)
  expect(await verified(sealed)).toMatchObject({ licensed: 1, recomputed: 0, problems: [] })
  const entitled = await recordOf({ capabilities, shown: 'delayed' })
  await entitled.publish('2026-11-20', [callPick])
  expect((await entryOf(entitled, '2026-11-20')).picks[0]!.values).toEqual(callPick.values)
})

test('a key that the key before has signed continues the series; another key does not', async () => {
  const made = await recordOf()
  await made.publish('2026-11-20')
  const first = await readKeyFile(made.keyFile())
  const second = await createKeyFile(first)
  made.replaceKey(await createKeyFile(await readKeyFile(second)))
  await made.publish('2026-11-23')
  expect((await entryOf(made, '2026-11-23')).keyChanges).toHaveLength(2)
  const { problems, keys } = await verified(made)
  expect(problems).toEqual([])
  expect(keys).toHaveLength(2)
  made.replaceKey(await createKeyFile())
  await expect(made.publish('2026-11-24')).rejects.toThrow('has no statement of the key')
})

test('publishes nothing without a key', async () => {
  const made = await recordOf({ readKey: async () => undefined })
  await made.publish('2026-11-20', [callPick])
  expect(await made.record.series()).toEqual([])
})

test('keeps a pick open if its source fails, and resolves it on the next night', async () => {
  const made = await recordOf()
  await made.publish('2026-11-20', [callPick])
  made.symbol.bars = barsOf({ '2026-11-20': 100 })
  await made.publish('2026-12-18')
  expect(await verified(made)).toMatchObject({ open: 1, problems: [] })
  made.symbol.bars = barsOf({ '2026-11-20': 100, '2026-12-18': 103, '2026-12-21': 99 })
  await made.publish('2026-12-21')
  expect(await verified(made)).toMatchObject({ open: 0, recomputed: 1, problems: [] })
})
