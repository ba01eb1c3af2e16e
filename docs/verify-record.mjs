// Verifies the sealed record without the service's code. Needs Node 22 or newer. record.md has the rules.
//   node verify-record.mjs <folder with series/night.json | address of the service> [sha256 of a known file]
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const [place = '.', head] = process.argv.slice(2)
const [dayMs, text] = [86_400_000, new TextDecoder()]
const encode = (value) => new TextEncoder().encode(canonical(value))
const sha256 = async (data) => Buffer.from(await crypto.subtle.digest('SHA-256', data)).toString('hex')

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

async function isSigned({ id, publicKey }, value, signature) {
  const [raw, bytes] = [publicKey, signature].map((encoded) => Buffer.from(encoded, 'base64url'))
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const isRight = await crypto.subtle.verify('Ed25519', key, bytes, encode(value))
  return isRight && (await sha256(raw)).startsWith(id) && id.length === 16
}
function weekdaysBetween(from, to) {
  const days = []
  for (let ms = Date.parse(from) + dayMs; ms < Date.parse(to); ms += dayMs)
    if (new Date(ms).getUTCDay() % 6 > 0) days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}

const toCents = (dollars) => (Math.sign(dollars) * Math.round(+Math.abs(dollars * 100).toFixed(6))) / 100

/** Outcome and result of a pick, in dollars for one contract. */
function settle({ rate, night }, { right, strike, values }, resolution) {
  const { splits, dividends, values: prices, settledOn } = resolution
  const { bid, underlying } = values
  const isCall = right === 'call'
  const isExercised = (inTheMoney) => Math.round(inTheMoney * 1e4) >= 100
  const shares = (day) => splits.reduce((n, split) => (split.day <= day ? n * split.factor : n), 1)
  let [close, paid, adjusted, isEarly] = [prices.close, 0, strike, false]
  for (const { exDate, amount } of dividends) {
    const perShare = amount * shares(exDate)
    const isSpecial = perShare >= 0.03 * underlying
    const before = prices.before.find((session) => session.exDate === exDate)?.close ?? 0
    isEarly = isCall && !isSpecial && isExercised(before - adjusted)
    close = isEarly ? before : close
    if (isEarly) break
    paid += perShare
    adjusted -= isSpecial ? perShare : 0
  }
  const isAssigned = isEarly || isExercised(isCall ? close - adjusted : adjusted - close)
  const stock = close - underlying + paid
  const gain = (isCall ? stock : 0) - (isAssigned ? Math.abs(close - adjusted) : 0)
  const interest = Math.expm1((rate * (Date.parse(settledOn) - Date.parse(night))) / dayMs / 365)
  const cash = toCents(100 * (isCall ? underlying : strike) * interest)
  const result = { profit: toCents(100 * (bid + gain) - 0.65), stock: toCents(100 * stock), cash }
  return { outcome: isEarly ? 'assigned-early' : isAssigned ? 'assigned' : 'expired', result }
}

async function verifyFile({ night, data }, { report, picks, dividends, hashes, last }) {
  const file = JSON.parse(text.decode(data))
  const { entry, key, signature } = file
  const check = (isRight, what) => isRight || report.problems.push(`${night}: ${what}`)
  check(canonical(file) === text.decode(data), 'the file is not canonical JSON')
  check(entry.night === night, `the file is that of ${entry.night}`)
  check(entry.series === report.series, `the entry is one of ${entry.series}`)
  check(await isSigned(key, entry, signature), 'the signature is not one of its key')
  const number = (last?.entry.number ?? 0) + 1
  check(entry.number === number, `entry ${entry.number} is not ${number}: entries are missing`)
  check((entry.previous?.sha256 ?? null) === report.head, 'the hash of the entry before is not its hash')
  report.gaps.push(...entry.missed)
  const passed = last ? weekdaysBetween(last.entry.night, night) : []
  report.holidays.push(...passed.filter((day) => !entry.missed.includes(day)))
  let current = last?.key ?? key
  for (const { signature: by, ...change } of entry.keyChanges) {
    const isStated = await isSigned(current, { format: 'options-record-key/1', ...change }, by)
    current = isStated && change.previousKey === current.id ? change.key : current
  }
  check(canonical(current) === canonical(key), `the key ${key.id} is not stated by the key before`)
  for (const pick of entry.picks) picks.set(`${night}/${pick.pick}`, { entry, pick })
  for (const paid of entry.dividends) dividends.set(`${paid.symbol} ${paid.exDate}`, paid)
  for (const resolution of entry.resolutions) {
    const name = `pick ${resolution.night}/${resolution.pick}`
    const published = picks.get(name.slice(5))
    check(published && published.entry !== entry, `${name}: no earlier entry has it`)
    if (!published) continue
    check(!published.isResolved, `${name}: it is resolved twice`)
    const { pick } = published
    published.isResolved = true
    check(pick.expiry <= night && !(resolution.settledOn > pick.expiry), `${name}: its day is wrong`)
    const isPaid = (day) => day > resolution.night && day <= pick.expiry
    const announced = [...dividends.values()].filter(({ symbol }) => symbol === pick.symbol)
    const expected = announced.filter(({ exDate }) => isPaid(exDate)).map(canonical)
    const stated = resolution.dividends.map((paid) => canonical({ symbol: pick.symbol, ...paid }))
    const isSame = expected.length === stated.length && expected.every((paid) => stated.includes(paid))
    check(isSame, `${name}: its dividends are not those that the entries announce`)
    const isVoid = resolution.outcome === 'void'
    const isPublic = pick.values && resolution.values
    report[isVoid ? 'void' : isPublic ? 'recomputed' : 'licensed']++
    if (isVoid || !isPublic) continue
    const { outcome, result } = settle(published.entry, pick, resolution)
    check(outcome === resolution.outcome, `${name}: its outcome is ${outcome}, not ${resolution.outcome}`)
    check(canonical(result) === canonical(resolution.result), `${name}: its result is ${canonical(result)}`)
  }
  hashes.push((report.head = await sha256(data)))
  return file
}

async function verify(series, files) {
  const counts = { picks: 0, recomputed: 0, licensed: 0, void: 0, open: 0 }
  const lists = { gaps: [], holidays: [], problems: [] }
  const report = { series, entries: files.length, head: null, ...counts, ...lists }
  const state = { report, picks: new Map(), dividends: new Map(), hashes: [], last: undefined }
  for (const file of files)
    state.last = await verifyFile(file, state).catch((error) => {
      report.problems.push(`${file.night}: the file cannot be read: ${error.message}`)
      return state.last
    })
  const open = [...state.picks].filter(([, { isResolved }]) => !isResolved)
  const isLate = ([, { pick }]) => weekdaysBetween(pick.expiry, state.last.entry.night).length > 14
  report.problems.push(...open.filter(isLate).map(([name]) => `pick ${name} has no result`))
  if (head && !state.hashes.includes(head)) report.problems.push(`the file ${head} is not in the series`)
  return { ...report, picks: state.picks.size, open: open.length }
}

const read = async (path) => (await fetch(new URL(path, place))).arrayBuffer()
const found = []
if (/^https?:/.test(place)) {
  for (let query = ''; query !== null;) {
    const page = JSON.parse(text.decode(await read(`/api/v1/platform/record${query}`)))
    for (const { series, night, path } of page.entries) found.push({ series, night, data: await read(path) })
    query = page.next && `?before=${page.next}`
  }
} else
  for (const path of readdirSync(place, { recursive: true }).filter((name) => name.endsWith('.json')))
    found.push({
      series: dirname(path),
      night: basename(path, '.json'),
      data: readFileSync(join(place, path)),
    })
found.sort((a, b) => (a.night < b.night ? -1 : 1))
const reports = []
for (const [series, files] of Map.groupBy(found, (file) => file.series))
  reports.push(await verify(series, files))
console.log(JSON.stringify(reports, null, 2))
process.exitCode = reports.length > 0 && reports.every(({ problems }) => problems.length === 0) ? 0 : 1
