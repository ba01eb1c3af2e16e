/** New days in a folder that the service watches. */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  csvOf,
  fileName,
  rowsOf,
  temporaryFolder,
  writeFile,
  writeRecentFile,
  eventually,
} from './eod-files.fixture.ts'
import { openEod } from './open-eod.fixture.ts'

const day = '2026-08-20'
const nextDay = '2026-08-21'

describe('a watched folder', () => {
  const intervals = { isWatched: true, pollMs: 20, settleMs: 20 }
  /** Resolves with the market's new day. */
  const nextNewDay = (market: Awaited<ReturnType<typeof openEod>>['market']) =>
    new Promise<string>((resolve) => {
      const stop = market.onNewDay!(() => {
        stop()
        resolve(market.today())
      })
    })
  const watched = async () => {
    const folder = temporaryFolder()
    writeFile(folder, fileName(day), csvOf(await rowsOf(day)))
    const { market, lines } = await openEod(folder, intervals)
    return { folder, market, lines }
  }

  test('a new file becomes the new day: clock, chains, universe and watched quotes', async () => {
    const { folder, market, lines } = await watched()
    const prices: string[] = []
    market.watch(['KO', 'NO-SUCH'], ({ time }) => prices.push(time))
    const newDay = nextNewDay(market)
    writeRecentFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay, { symbols: ['KO', 'MSFT'] })))
    expect(await newDay).toBe(nextDay)
    expect(market.status().asOf).toBe('2026-08-21T20:00:00.000Z')
    expect(await market.universe()).toEqual(['KO', 'MSFT'])
    expect((await market.chain('KO'))!.asOf.toISOString()).toBe('2026-08-21T19:45:00.000Z')
    expect(await market.chain('AAPL')).toBeUndefined()
    await eventually(() => expect(prices).toEqual(['2026-08-21T20:00:00.000Z']))
    expect(lines.map(({ event }) => event)).toContain('market-day-opened')
  })

  test('a growing file is not used before its last line is complete', async () => {
    const { folder, market, lines } = await watched()
    const text = csvOf(await rowsOf(nextDay))
    const newDay = nextNewDay(market)
    writeRecentFile(folder, fileName(nextDay), text.slice(0, text.length / 2))
    // It stops growing in the middle of a line: the download was interrupted.
    await eventually(() => expect(lines.some(({ event }) => event === 'market-file-skipped')).toBe(true))
    expect(market.today()).toBe(day)
    writeRecentFile(folder, fileName(nextDay), text)
    expect(await newDay).toBe(nextDay)
    expect((await market.chain('XOM'))!.contracts.length).toBeGreaterThan(0)
  })

  test('a file that vanishes is still served, and so is a folder, until it comes back with a new day', async () => {
    const { folder, market, lines } = await watched()
    rmSync(join(folder, fileName(day)))
    expect((await market.chain('KO'))!.contracts.length).toBeGreaterThan(0)
    renameSync(folder, `${folder}-gone`)
    onTestFinished(() => rmSync(`${folder}-gone`, { recursive: true, force: true }))
    await eventually(() => expect(market.capabilities().chains!.state).toBe('failing'))
    expect(lines.filter(({ event }) => event === 'market-folder-unreadable')).toHaveLength(1)
    expect(market.today()).toBe(day)
    expect((await market.chain('MSFT'))!.contracts.length).toBeGreaterThan(0)
    const newDay = nextNewDay(market)
    renameSync(`${folder}-gone`, folder)
    writeRecentFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay)))
    expect(await newDay).toBe(nextDay)
    expect(market.capabilities().chains!.state).toBe('working')
  })

  test('a corrected file of the same day is opened again, without a new day', async () => {
    const { folder, market, lines } = await watched()
    let newDays = 0
    market.onNewDay!(() => newDays++)
    const rows = await rowsOf(day, { symbols: ['KO'], limit: 3 })
    writeFileSync(join(folder, fileName(day)), csvOf(rows))
    await eventually(async () => expect(await market.universe()).toEqual(['KO']))
    expect((await market.chain('KO'))!.contracts).toHaveLength(3)
    expect(newDays).toBe(0)
    expect(lines.filter(({ event }) => event === 'market-day-opened')).toHaveLength(1)
  })

  test('a file that is overwritten in place is not read at old offsets', async () => {
    const folder = temporaryFolder()
    writeFile(folder, fileName(day), csvOf(await rowsOf(day)))
    const { market } = await openEod(folder)
    writeFileSync(join(folder, fileName(day)), csvOf(await rowsOf(day, { symbols: ['KO'] })))
    await expect(market.chain('XOM')).rejects.toThrow('was changed while it was in use')
  })

  test('an older file changes nothing, and nothing happens after closing', async () => {
    const { folder, market, lines } = await watched()
    writeFile(folder, fileName('2026-08-19'), csvOf(await rowsOf('2026-08-19')))
    writeFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay)))
    expect(await nextNewDay(market)).toBe(nextDay)
    await market.close()
    const opened = () => lines.filter(({ event }) => event === 'market-day-opened').length
    expect(opened()).toBe(1)
    writeFile(folder, fileName('2026-08-24'), csvOf(await rowsOf('2026-08-24')))
    expect(readdirSync(folder)).toHaveLength(4)
    expect(market.today()).toBe(nextDay)
  })
})
