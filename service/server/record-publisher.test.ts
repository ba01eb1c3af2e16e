/** The start of the service after a process has ended between a batch and its entry in the sealed record. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { config } from '#service/analysis/config.ts'
import { latestClosedSession, previousTradingDay } from '#service/markets/calendar.ts'
import { recordOf } from '#service/record/night.fixture.ts'
import { batch } from '#service/store/store.fixture.ts'
import { readEnvironment } from './config/environment.ts'
import { openData } from './open-store.ts'
import { startService } from './server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-publisher-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([true, false])('logs the night of a batch without an entry (%s)', async (isMissed) => {
  const environment = readEnvironment({ PORT: '0', DATA_DIR: join(folder, 'data') })
  const { store } = await openData(environment)
  const tradingDay = latestClosedSession(new Date())
  const earlier = previousTradingDay(tradingDay)
  const { createPublisher } = await recordOf()
  const publish = createPublisher(store.record)
  await publish({ batch: { ...batch('earlier'), tradingDay: isMissed ? earlier : tradingDay }, picks: [] })
  // Current, so that the start does not scan.
  await store.batches.publish({ ...batch('newest'), tradingDay, analysis: config.version })
  await store.close()
  const events: { event: string; fields: unknown }[] = []
  const service = await startService(environment, {
    log: (_level, event, fields) => void events.push({ event, fields }),
    dist: folder,
  })
  await service.stop()
  expect(events.filter(({ event }) => event === 'record-night-missed').map(({ fields }) => fields)).toEqual(
    isMissed ? [{ series: `test-simulated-v${config.version}`, night: tradingDay }] : [],
  )
})
