/** The machine's clock is set an hour back, or forward, under a running service. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lookUp, openFeed, openSession, statusBy, tone } from '../kit/calls.ts'
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
      const moment = async () => {
        const answer = await lookUp(url, tone, session)
        return Date.parse(((await answer.json()) as { dataStatus: { asOf: string } }).dataStatus.asOf)
      }
      const shown = async () => Math.abs((await moment()) - Date.now())
      expect(await shown()).toBeLessThan(60_000)
      await feed.hears('hello')

      await writeFile(file, String(shift))
      // A response is cached for three seconds; then it has the new time.
      await expect.poll(async () => Math.abs((await moment()) - (Date.now() + shift))).toBeLessThan(60_000)
      const heard = () => feed.frames.filter(({ type }) => type === 'heartbeat').length
      const before = heard()
      await expect.poll(heard, { timeout: 60_000, interval: 500 }).toBeGreaterThan(before)

      const revokedAt = performance.now()
      await site.admin('key', 'revoke', credentials.apiKey)
      expect(await feed.end).toBe(4401)
      expect(performance.now() - revokedAt, 'the command itself included').toBeLessThan(15_000)
      expect(await statusBy(url, session)).toBe(401)
    },
  )
})
