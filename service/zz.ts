import * as o from '#service/analysis/oracle/bars.oracle.ts'
import * as w from '#service/analysis/oracle/worlds.fixture.ts'
const market = await w.recordedMarket()
const count = new Map<string, number>()
let n = 0, bad = 0, sd: string[] = []
for (const day of ['2026-02-27', '2025-12-15', '2025-10-01', '2025-04-10','2025-02-01']) {
  const m = w.marketOn(market, day)
  const a = await w.answersOf(m, 'scan')
  const scores = a.batch!.scores
  const own = new Map<string, number>()
  for (const { symbol, score } of scores) {
    const bars = (await m.bars(symbol))!
    if (bars.date.at(-1) !== day && sd.length < 3) sd.push(symbol + ' stale in ranking ' + bars.date.at(-1))
    own.set(symbol, o.technicalScore(bars.close))
    if (Math.abs(own.get(symbol)! - score) > 0.006 && sd.length < 20) sd.push(`${day} ${symbol} ${score} ${own.get(symbol)} ${bars.date.length}`)
  }
  console.log(day, scores.length)
  for (const symbol of await m.universe()) {
    const bars = (await m.bars(symbol))!
    if (bars.date.at(-1) !== day || bars.close.length < 200) continue
    const why = await a.why(symbol)
    const c = bars.close, p = c.at(-1)!
    for (const [name, t, s, l, b] of [['1M', why.oneMonthTrend, 20, 50, 20], ['6M', why.sixMonthTrend, 50, 200, 50]] as const) {
      const sS = o.simpleAverage(c, s), sL = o.simpleAverage(c, l), wL = o.weightedAverage(c, l), bb = o.bollinger(c, b), b20 = o.bollinger(c, 20)
      const key = `${p > sS ? 'P>s' : 'P<s'} ${p > sL ? 'P>l' : 'P<l'} ${p > wL ? 'P>w' : 'P<w'} ${sS > sL ? 's>l' : 's<l'} ${sS > wL ? 's>w' : 's<w'} ${p > bb.upper ? 'UP' : p < bb.lower ? 'LOW' : ''} : ${t!.value} ${t!.sentimentInterpretation}`
      count.set(key, (count.get(key) ?? 0) + 1)
    }
    n++
  }
}
console.log(n, sd)
for (const [k, v] of [...count].sort()) console.log(k, v)
