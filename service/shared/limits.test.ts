/** The documents print the numbers of the table of limits. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  burstOf,
  defaultLimits,
  feedCapsOf,
  feedClientLimits,
  logLinesPerMinute,
  requestLimits,
  schedulerLimits,
  sessionCaps,
} from './limits.ts'

const readDocument = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const english = (value: number) => value.toLocaleString('en-US')

/** The cells of a document's table rows. */
const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))

test('docs/operating.md has every limit of callers with its numbers', () => {
  const rows = rowsOf(readDocument('operating.md'))
  for (const limit of Object.values(defaultLimits)) {
    const row = rows.find(([name]) => name === `\`${limit.name}\``)
    expect(row?.slice(2, 4), limit.name).toEqual([english(limit.perMinute), english(burstOf(limit))])
  }
})

test('docs/operating.md has the other limits with their numbers', () => {
  const page = readDocument('operating.md').replaceAll(/\s+/g, ' ')
  const { concurrent, queueLength, queueLengthPerCaller } = schedulerLimits
  const { framesPerSecond, frameLength, connectionsPerSession } = feedClientLimits
  const { bodyBytes, queryLength, headerBytes, headerCount } = requestLimits
  for (const text of [
    `${sessionCaps.perUser} open sessions`,
    `${english(sessionCaps.perKey)} open sessions`,
    `${concurrent} analyses`,
    `${english(queueLength)} can wait`,
    `${queueLengthPerCaller} of one caller`,
    `${framesPerSecond} frames a second, of ${frameLength / 1024} KB`,
    `at most ${connectionsPerSession} feeds`,
    `${english(feedCapsOf().open)} feeds`,
    `${bodyBytes / 1024} KB and a query ${queryLength / 1024} KB`,
    `${headerBytes / 1024} KB and ${headerCount} fields`,
    `limited to ${logLinesPerMinute.requestFailed} lines a minute each, and \`policy-violation\` to ${logLinesPerMinute.policyViolation}`,
  ])
    expect(page, text).toContain(text)
})

test('docs/data-api.md has the limits of its callers', () => {
  const page = readDocument('data-api.md')
  const section = page.slice(page.indexOf('\n## Rate limits'), page.indexOf('\n## Errors'))
  const numbers = rowsOf(section)
    .slice(2)
    .map(([, , perMinute = '', atOnce = '']) => {
      const minute = /^\d+(,\d+)*/.exec(perMinute)?.[0]
      return [minute, atOnce === 'same' ? minute : atOnce]
    })
  const { failedClient, ...limits } = defaultLimits
  const { subscriptionKey, legacyClient, widgetSession, widgetUser, widgetAddress } = limits
  const { openingAddress, openingKeyOrigin, partner, clientTokens, failedAddress } = limits
  expect(numbers).toEqual(
    [
      subscriptionKey,
      legacyClient,
      widgetSession,
      widgetUser,
      widgetAddress,
      openingAddress,
      openingKeyOrigin,
      partner,
      clientTokens,
      failedAddress,
      failedClient,
    ].map((limit) => [english(limit.perMinute), english(burstOf(limit))]),
  )
  expect(section).toContain(`"per-minute";q=${subscriptionKey.perMinute};w=60`)
  expect(section).toContain(`${english(requestLimits.queryLength)} characters`)
  expect(section).toContain(`${sessionCaps.perUser} open sessions`)
})
