/**
 * Headlines of the simulated market. They report only the simulated bars and calendars, because
 * invented news about companies with real names would be misleading.
 */
import { addDays, sessionClose, weekday } from '#service/markets/calendar.ts'
import type { Bars, Day, NewsItem } from '#service/markets/market.ts'
import { hashText, mix } from '#service/markets/random.ts'
import { nextExDay, reportsAfter } from './events.ts'
import type { SimulatedSymbol } from './entry.ts'

const source = 'Simulated newswire'
const headlineSessions = 30
const sessionsPerYear = 252

const rises = ['climbs', 'gains', 'advances', 'jumps']
const falls = ['falls', 'slips', 'drops', 'retreats']
const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
)

const shortName = (entry: SimulatedSymbol): string =>
  entry.name
    .replace(/,? (Inc\.|Corporation|Holdings|Company|& Co\.|plc|Class [ABC]|Incorporated)/g, '')
    .replace(/^The /, '')
const percent = (ratio: number): string => `${Math.abs(ratio * 100).toFixed(1)}%`
const formatDay = (day: Day): string => `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`

/** Headlines of the last thirty sessions of `bars`, newest first. */
export function newsFrom(seed: number, entry: SimulatedSymbol, bars: Bars): NewsItem[] {
  const name = shortName(entry)
  const { close, volume, date } = bars
  const end = close.length
  const key = hashText(entry.symbol, seed)
  const items: NewsItem[] = []
  const addHeadline = (day: Day, kind: string, headline: string) => {
    const time = new Date(sessionClose(day).getTime() + (mix(key, hashText(day + kind)) % 5_400) * 1000)
    items.push({ id: `${entry.symbol}-${day}-${kind}`, headline, source, time, url: null })
  }
  const firstDay = date[Math.max(1, end - headlineSessions)]
  const lastDay = date[end - 1]
  if (firstDay === undefined || lastDay === undefined) return []

  const reactionDays = new Set(
    reportsAfter(seed, entry, addDays(firstDay, -1), lastDay).map((event) => event.reactionDay),
  )
  let usualMove = 0
  let usualVolume = 0
  for (let i = Math.max(1, end - 120); i < end; i++) {
    usualMove += Math.abs(Math.log((close[i] as number) / (close[i - 1] as number)))
    usualVolume += volume[i] as number
  }
  usualMove /= Math.min(120, end - 1)
  usualVolume /= Math.min(120, end - 1)

  for (let i = Math.max(1, end - headlineSessions); i < end; i++) {
    const day = date[i] as Day
    const latest = close[i] as number
    const move = latest / (close[i - 1] as number) - 1
    const verb = (move > 0 ? rises : falls)[mix(key, i) % 4]
    const volumeNote = (volume[i] as number) > 1.8 * usualVolume ? ' in heavy trading' : ''
    if (reactionDays.has(day))
      addHeadline(day, 'results', `${name} ${verb} ${percent(move)} after quarterly results`)
    else if (Math.abs(move) > 2.6 * usualMove)
      addHeadline(day, 'move', `${name} ${verb} ${percent(move)}${volumeNote}`)
    const yearCloses = close.subarray(Math.max(0, i - sessionsPerYear), i)
    if (i >= sessionsPerYear && yearCloses.every((price) => price < latest))
      addHeadline(day, 'high', `${name} closes at a 52-week high of $${latest.toFixed(2)}`)
    if (i >= sessionsPerYear && yearCloses.every((price) => price > latest))
      addHeadline(day, 'low', `${name} closes at a 52-week low of $${latest.toFixed(2)}`)
    if (weekday(day) === 5 && i >= 5) {
      const weekReturn = latest / (close[i - 5] as number) - 1
      const change =
        Math.abs(weekReturn) < 0.0005
          ? 'unchanged'
          : `${weekReturn > 0 ? 'up' : 'down'} ${percent(weekReturn)}`
      addHeadline(day, 'week', `${name} ends the week ${change} at $${latest.toFixed(2)}`)
    }
  }
  const [report] = reportsAfter(seed, entry, lastDay, addDays(lastDay, 28))
  if (report && report.day > lastDay && report.day <= addDays(lastDay, 21))
    addHeadline(lastDay, 'calendar', `${name} is due to report quarterly results on ${formatDay(report.day)}`)
  const exDay = nextExDay(seed, entry, addDays(lastDay, 1))
  if (exDay && exDay <= addDays(lastDay, 14))
    addHeadline(lastDay, 'dividend', `${name} goes ex-dividend on ${formatDay(exDay)}`)
  return items.toSorted((a, b) => b.time.getTime() - a.time.getTime() || (a.id < b.id ? -1 : 1))
}
