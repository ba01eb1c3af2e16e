/** Each manipulation of the public files is found, by the service and by docs/verify-record.mjs. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordFile } from '#contract/responses/record.ts'
import { config } from '#service/analysis/config.ts'
import { canonicalJson, sha256Of } from './canonical-json.ts'
import { callPick, putPick, recordOf } from './night.fixture.ts'
import { createKeyFile, readKeyFile } from './record-keys.ts'
import type { RecordKey } from './record-keys.ts'
import { verifySeries } from './verify.ts'
import type { ReadFile, SeriesReport } from './verify.ts'

const series = `test-simulated-v${config.version}`
const script = resolve(import.meta.dirname, '../../docs/verify-record.mjs')
const nights = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-12-18', '2026-12-21']

let intact: ReadFile[]
let key: RecordKey
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'record-'))
  const made = await recordOf()
  made.symbol.declared = [{ exDate: '2026-12-08', amount: 0.5 }]
  for (const night of nights) await made.publish(night, night < '2026-12-01' ? [callPick, putPick] : [])
  intact = await made.files(series)
  intact.sort((a, b) => (a.night < b.night ? -1 : 1))
  key = await readKeyFile(made.keyFile())
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The script knows no holidays: it lists weekdays without an entry that no entry states as missed. */
type ScriptReport = Omit<SeriesReport, 'first' | 'last' | 'keys'> & { readonly holidays: readonly string[] }

/** Report of the stand-alone script. */
const runScript = (files: readonly ReadFile[], ...words: string[]) =>
  new Promise<{ code: number; report: ScriptReport }>((settle) => {
    const root = mkdtempSync(join(folder, 'files-'))
    mkdirSync(join(root, series))
    for (const { night, text } of files) writeFileSync(join(root, series, `${night}.json`), text)
    execFile(process.execPath, [script, root, ...words], (error, stdout) =>
      settle({
        code: error ? Number(error.code) : 0,
        report: (JSON.parse(stdout) as ScriptReport[])[0]!,
      }),
    )
  })

const change = (night: string, edit: (text: string) => string): ReadFile[] =>
  intact.map((file) => (file.night === night ? { night, text: edit(file.text) } : file))

/** Edits an entry, signs it and chains the later ones to it, as only the operator can. */
async function forge(night: string, edit: (entry: RecordFile['entry']) => RecordFile['entry'], by = key) {
  const files: ReadFile[] = []
  for (const file of intact) {
    const { entry: original } = JSON.parse(file.text) as RecordFile
    const edited = file.night === night ? edit(original) : original
    const before = files.at(-1)
    const entry = {
      ...edited,
      previous: before ? { night: before.night, sha256: await sha256Of(before.text) } : null,
    }
    const signature = await by.sign(canonicalJson(entry))
    files.push({ night: file.night, text: canonicalJson({ entry, key: by.public, signature }) })
  }
  return files
}

test('an intact series has no problem, and both verifiers say the same of it', async () => {
  const report = await verifySeries(series, intact)
  expect(report).toMatchObject({
    entries: 5,
    picks: 6,
    recomputed: 6,
    open: 0,
    problems: [],
    keys: [key.public.id],
  })
  expect(report.gaps).toHaveLength(16)
  const { code, report: other } = await runScript(intact)
  expect(code).toBe(0)
  const { first: _first, last: _last, keys: _keys, ...shared } = report
  expect(other).toEqual({ ...shared, holidays: ['2026-11-26'] })
  expect((await runScript(intact, report.head!)).code).toBe(0)
})

const [, second, third, fourth, last] = nights as [string, string, string, string, string]

type Manipulation = {
  readonly files: () => ReadFile[] | Promise<ReadFile[]>
  /** Problem that the service reports. */
  readonly problem: RegExp
  /** Problem that the script reports, if its words differ. */
  readonly inScript?: RegExp
}

const manipulations: Readonly<Record<string, Manipulation>> = {
  'one byte of a number': {
    files: () => change(second, (text) => text.replace('"bid":1.5', '"bid":1.6')),
    problem: /2026-11-23: the signature/,
  },
  'one byte of the signature': {
    files: () =>
      change(second, (text) =>
        text.replace(/("signature":")(.)/, (_, name, char) => `${name}${char === 'A' ? 'B' : 'A'}`),
      ),
    problem: /2026-11-23: the signature/,
  },
  'one byte of white space': {
    files: () => change(second, (text) => text.replace(':', ': ')),
    problem: /2026-11-23: the file is not canonical/,
  },
  'two files exchanged': {
    files: () =>
      intact.map((file, index) =>
        index === 1 ? { ...intact[2]!, night: second } : index === 2 ? { ...intact[1]!, night: third } : file,
      ),
    problem: /2026-11-23: the file is that of 2026-11-24/,
  },
  'an entry left out': {
    files: () => intact.filter(({ night }) => night !== second),
    problem: /2026-11-24: entry 3 follows entry 1/,
    inScript: /2026-11-24: entry 3 is not 2/,
  },
  'the first entry left out': {
    files: () => intact.slice(1),
    problem: /2026-11-23: the first file is entry 2/,
    inScript: /2026-11-23: entry 2 is not 1/,
  },
  'a better result of the operator': {
    files: () =>
      forge(fourth, (entry) => ({
        ...entry,
        resolutions: entry.resolutions.map((resolution) => ({
          ...resolution,
          result: { ...resolution.result!, profit: resolution.result!.profit + 0.01 },
        })),
      })),
    problem: /2026-12-18: pick 2026-11-20\/1: its result is/,
  },
  'a better outcome': {
    files: () =>
      forge(fourth, (entry) => ({
        ...entry,
        resolutions: entry.resolutions.map((resolution) => ({ ...resolution, outcome: 'assigned' as const })),
      })),
    problem: /its outcome is expired, not assigned/,
  },
  'a dividend that no entry announced': {
    files: () =>
      forge(fourth, (entry) => ({
        ...entry,
        resolutions: entry.resolutions.map((resolution) => ({
          ...resolution,
          dividends: [{ exDate: '2026-12-08', amount: 5 }],
        })),
      })),
    problem: /its dividends are not those/,
  },
  'a result of a pick that was never published': {
    files: () =>
      forge(fourth, (entry) => ({
        ...entry,
        resolutions: [...entry.resolutions, { ...entry.resolutions[0]!, pick: 9 }],
      })),
    problem: /pick 2026-11-20\/9: no earlier entry has it/,
  },
  'a result given twice': {
    files: () =>
      forge(last, (entry) => ({
        ...entry,
        resolutions: (JSON.parse(intact[3]!.text) as RecordFile).entry.resolutions,
      })),
    problem: /2026-12-21: pick 2026-11-20\/1: it is resolved twice/,
  },
  'a loser without a result': {
    files: () =>
      forge(fourth, (entry) => ({ ...entry, resolutions: entry.resolutions.slice(1) })).then(
        async (files) => {
          const { entry } = JSON.parse(files.at(-1)!.text) as RecordFile
          const late = {
            ...entry,
            number: 6,
            night: '2027-01-12',
            previous: { night: last, sha256: await sha256Of(files.at(-1)!.text) },
            missed: [
              '2026-12-22',
              '2026-12-23',
              '2026-12-24',
              '2026-12-28',
              '2026-12-29',
              '2026-12-30',
              '2026-12-31',
              '2027-01-04',
              '2027-01-05',
              '2027-01-06',
              '2027-01-07',
              '2027-01-08',
              '2027-01-11',
            ],
          }
          const signature = await key.sign(canonicalJson(late))
          return [
            ...files,
            { night: late.night, text: canonicalJson({ entry: late, key: key.public, signature }) },
          ]
        },
      ),
    problem: /pick 2026-11-20\/1 expired on 2026-12-18 and has no result/,
    inScript: /pick 2026-11-20\/1 has no result/,
  },
  'another key': {
    files: async () => {
      const other = await forge(last, (entry) => entry, await readKeyFile(await createKeyFile()))
      return [...intact.slice(0, 4), other[4]!]
    },
    problem: /2026-12-21: the key [0-9a-f]{16} is not stated/,
  },
}

describe.each(Object.entries(manipulations))('%s', (_name, { files, problem, inScript = problem }) => {
  test('is found', async () => {
    const manipulated = await files()
    const { problems } = await verifySeries(series, manipulated)
    expect(problems.filter((text) => problem.test(text)).length, problems.join('\n')).toBeGreaterThan(0)
    const { code, report } = await runScript(manipulated)
    expect(code).toBe(1)
    expect(
      report.problems.filter((text) => inScript.test(text)).length,
      report.problems.join('\n'),
    ).toBeGreaterThan(0)
  })
})

test('a hidden gap is found', async () => {
  const files = await forge(fourth, (entry) => ({ ...entry, missed: [] }))
  const { problems } = await verifySeries(series, files)
  expect(problems).toEqual(['2026-12-18: states 0 missed sessions of 16'])
  expect((await runScript(files)).report.holidays).toHaveLength(17)
})

test('the last entry left out is found by whoever kept the hash of it', async () => {
  const { head } = await verifySeries(series, intact)
  const { code, report } = await runScript(intact.slice(0, -1), head!)
  expect(code).toBe(1)
  expect(report.problems).toEqual([expect.stringContaining('is not in the series')])
})
