/** docs/operating.md and docs/data-api.md have the numbers of rate-limits.ts and limits.ts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  feedConnectionLimitsOf,
  feedClientLimits,
  pipelineLimits,
  requestLimits,
  schedulerLimits,
  sessionLimits,
  unreadLimits,
} from './limits.ts'
import { burstOf, defaultLimits } from './rate-limits.ts'
import { logLinesPerMinute } from './bounded-log.ts'

const readDocument = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const formatNumber = (value: number) => value.toLocaleString('en-US')

/** The cells of a document's table rows. */
const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))

test('docs/operating.md has every limit of callers with its numbers', () => {
  const rows = rowsOf(readDocument('operating.md'))
  for (const limit of Object.values(defaultLimits)) {
    const row = rows.find(([name]) => name === `\`${limit.name}\``)
    expect(row?.slice(2, 4), limit.name).toEqual([
      formatNumber(limit.perMinute),
      formatNumber(burstOf(limit)),
    ])
  }
})

test('docs/operating.md has the other limits with their numbers', () => {
  const page = readDocument('operating.md').replaceAll(/\s+/g, ' ')
  const { concurrent, concurrentPerCaller, queueLength, queueLengthPerCaller } = schedulerLimits
  const { framesPerSecond, frameLength, connectionsPerSession } = feedClientLimits
  const { bodyBytes, queryLength, headerBytes, headerCount } = requestLimits
  for (const text of [
    `${sessionLimits.perUser} open sessions`,
    `${formatNumber(sessionLimits.perKey)} open sessions`,
    `${concurrent} analyses at a time, at most ${concurrentPerCaller} of one caller`,
    `${formatNumber(queueLength)} can wait`,
    `${queueLengthPerCaller} of one caller`,
    `${framesPerSecond} frames a second, of ${frameLength / 1024} KB`,
    `at most ${connectionsPerSession} feeds`,
    `${formatNumber(feedConnectionLimitsOf().open)} feeds`,
    `${bodyBytes / 1024} KB and a query ${queryLength / 1024} KB`,
    `${headerBytes / 1024} KB and ${headerCount} fields`,
    `may send ${pipelineLimits.queuedRequests} requests behind`,
    `After ${pipelineLimits.closedPerMinute} such connections`,
    `may have ${unreadLimits.connectionBytes / 1024 ** 2} MB of unread`,
    `more than ${unreadLimits.addressBytes / 1024 ** 2} MB`,
    `limited to ${logLinesPerMinute.requestFailed} lines a minute each, and \`policy-violation\` to ${logLinesPerMinute.policyViolation}`,
  ])
    expect(page, text).toContain(text)
})

test('docs/data-api.md has the limits of its callers', () => {
  const page = readDocument('data-api.md')
  const section = page.slice(page.indexOf('\n## Rate limits'), page.indexOf('\n## Errors'))
  const numbers = rowsOf(section)
    .slice(2)
    .map(([, , perMinute = '', burst = '']) => {
      const minute = /^\d+(,\d+)*/.exec(perMinute)?.[0]
      return [minute, burst === 'same' ? minute : burst]
    })
  const { failedClient, ...limits } = defaultLimits
  const { subscriptionKey, legacyClient, widgetSession, widgetUser, widgetAddress, positionAddress } = limits
  const {
    openingAddress,
    fontAddress,
    recordAddress,
    documentAddress,
    openingKeyOrigin,
    partner,
    clientTokens,
    failedAddress,
  } = limits
  expect(numbers).toEqual(
    [
      subscriptionKey,
      legacyClient,
      widgetSession,
      widgetUser,
      widgetAddress,
      positionAddress,
      openingAddress,
      fontAddress,
      recordAddress,
      documentAddress,
      openingKeyOrigin,
      partner,
      clientTokens,
      failedAddress,
      failedClient,
    ].map((limit) => [formatNumber(limit.perMinute), formatNumber(burstOf(limit))]),
  )
  expect(section).toContain(`"per-minute";q=${subscriptionKey.perMinute};w=60`)
  expect(section).toContain(`${formatNumber(requestLimits.queryLength)} characters`)
  expect(section).toContain(`${sessionLimits.perUser} open sessions`)
})
