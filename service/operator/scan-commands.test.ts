/** Scans and batches by command. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'
import { runAdmin } from './commands.ts'

const { admin, folder, json, variables } = setUpAdmin()

test('a scan publishes a batch and shows its result', { timeout: 60_000 }, async () => {
  expect(await json('scan', 'status')).toBeNull()
  const batch = await json<{ id: string; universeSize: number }>('scan', 'run')
  expect(batch.universeSize).toBeGreaterThanOrEqual(500)
  expect(await json('scan', 'status')).toEqual(batch)
  expect(batch).toMatchObject({ lastScan: { outcome: 'published', batchId: batch.id, reason: null } })
})

test(
  'a scan of a dead source is refused, and published with --accept-failures',
  { timeout: 60_000 },
  async () => {
    const market = join(folder(), 'market')
    for (const name of ['chains-2026-08-21', 'bars-2026-08-21'])
      mkdirSync(join(market, name), { recursive: true })
    const bars = Array.from({ length: 5 }, (_, index) => `2026-08-${17 + index},10,11,9,10,1000`)
    for (const symbol of ['AAA', 'BBB', 'CCC', 'DDD']) {
      const rows = ['date,open,high,low,close,volume', ...bars].join('\n')
      writeFileSync(join(market, 'bars-2026-08-21', `${symbol}.csv`), rows)
      writeFileSync(join(market, 'chains-2026-08-21', `${symbol}.json`), '{ broken')
    }
    const runOnDeadMarket = (...words: string[]) =>
      runAdmin([...words, '--json'], { ...variables(), MARKET: `files:${market}` })
    const refused = await runOnDeadMarket('scan', 'run')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.err)).toEqual({
      error:
        'The scan is refused: the source failed at 4 of 4 symbols: more than 2 %. There is no batch yet; --accept-failures publishes the refused batch.',
    })
    const status = JSON.parse((await runOnDeadMarket('scan', 'status')).out) as object
    expect(status).toMatchObject({ id: null, lastScan: { outcome: 'refused', counts: { failures: 4 } } })
    const accepted = await runOnDeadMarket('scan', 'run', '--accept-failures')
    expect(accepted.code).toBe(0)
    expect(JSON.parse(accepted.out)).toMatchObject({ ideas: 0, lastScan: { outcome: 'published' } })
  },
)

test('an operator lists the batches and rolls back to one', { timeout: 60_000 }, async () => {
  type Listed = { id: string; isCurrent: boolean }[]
  const [first] = await json<Listed>('batch', 'list')
  const second = await json<{ id: string }>('scan', 'run')
  const current = (batches: Listed) => batches.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)
  expect(current(await json<Listed>('batch', 'list'))).toEqual([second.id])
  expect(current(await json<Listed>('batch', 'rollback'))).toEqual([first!.id])
  expect(await json('scan', 'status')).toMatchObject({ id: first!.id })
  expect((await admin('batch', 'rollback')).err).toBe('There is no batch before the current one.\n')
  expect((await admin('batch', 'rollback', 'nix')).err).toBe('There is no batch "nix".\n')
  expect((await admin('batch', 'list')).out).toContain(`* ${first!.id}  day `)
  expect(current(await json<Listed>('batch', 'rollback', second.id))).toEqual([second.id])
})
