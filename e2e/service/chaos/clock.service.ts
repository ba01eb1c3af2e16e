/** The machine's clock is set an hour back, or forward, under a running service. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lookUp, openFeed, openSession, lookupStatus, tonePath } from '../kit/calls.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const preload = new URL('./shifted-clock.mjs', import.meta.url).href
let site: ServiceSite | undefined
afterEach(() => site?.close())

describe.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('an hour %s', (_, shift) => {
  test(
    'computes responses, sends heartbeats and closes the feed of a revoked key',
    { timeout: 300_000 },
    async () => {
      const file = join(tmpdir(), `clock-${crypto.randomUUID()}`)
      const clock = { NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT: file }
      site = await startServiceSite('embedded', { variables: clock })
      const { url, credentials } = site
      const session = await openSession(url, credentials)
      // Without subscriptions, only heartbeats arrive.
      const feed = openFeed(url, session)
      const dataTime = async () => {
        const response = await lookUp(url, tonePath, session)
        return Date.parse(((await response.json()) as { dataStatus: { asOf: string } }).dataStatus.asOf)
      }
      const dataAge = async () => Math.abs((await dataTime()) - Date.now())
      expect(await dataAge()).toBeLessThan(60_000)
      await feed.waitForFrame('hello')

      await writeFile(file, String(shift))
      // Responses are cached for three seconds; after that they have the new time.
      await expect.poll(async () => Math.abs((await dataTime()) - (Date.now() + shift))).toBeLessThan(60_000)
      const heartbeatCount = () => feed.frames.filter(({ type }) => type === 'heartbeat').length
      const countBefore = heartbeatCount()
      await expect.poll(heartbeatCount, { timeout: 60_000, interval: 500 }).toBeGreaterThan(countBefore)

      const revokedAt = performance.now()
      await site.admin('key', 'revoke', credentials.apiKey)
      expect(await feed.closeCode).toBe(4401)
      expect(performance.now() - revokedAt, 'milliseconds, including the command itself').toBeLessThan(15_000)
      expect(await lookupStatus(url, session)).toBe(401)
    },
  )
})
