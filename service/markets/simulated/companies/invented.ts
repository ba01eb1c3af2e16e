/** Invented companies for the simulated market: plausible names, well-formed tickers, numbers usual in their sector. */
import { bell, hashText, uniforms } from '#service/markets/random.ts'
import { exchanges, sectors } from './entry.ts'
import type { SimulatedSymbol, Listing } from './entry.ts'

const beginnings =
  'Alder,Amber,Arden,Aster,Beacon,Birch,Brook,Cedar,Cinder,Cobalt,Copper,Coral,Crest,Dawn,Delta,Ember,Falcon,Fern,Flint,Forge,Garnet,Glen,Granite,Harbor,Haven,Hazel,Indigo,Iron,Ivory,Juniper,Keystone,Lark,Linden,Maple,Meridian,Mesa,Nimbus,North,Oak,Onyx,Opal,Orchard,Pine,Prairie,Quarry,Raven,Ridge,Sable,Sierra,Slate,Summit,Talon,Thorn,Tidal,Umber,Vale,Vesper,Willow,Wren,Zephyr'.split(
    ',',
  )
const middles =
  'bridge,brook,crest,field,ford,gate,haven,line,mark,mont,port,point,rock,shore,stone,vale,view,ward,water,well'.split(
    ',',
  )
/** Last words of company names by sector, with the sector's usual volatility, beta, yield and P/E. */
const industries = [
  {
    sector: 'T',
    words: ['Semiconductors', 'Software', 'Networks', 'Robotics', 'Systems', 'Analytics', 'Photonics'],
    volatilityPercent: 36,
    beta: 1.35,
    payerShare: 0.3,
    yieldPercent: 1.2,
    multiple: 32,
    weight: 18,
  },
  {
    sector: 'H',
    words: ['Therapeutics', 'Biosciences', 'Medical', 'Diagnostics', 'Health', 'Genomics'],
    volatilityPercent: 42,
    beta: 0.85,
    payerShare: 0.25,
    yieldPercent: 1.6,
    multiple: 26,
    weight: 16,
  },
  {
    sector: 'F',
    words: ['Bancorp', 'Financial', 'Insurance', 'Capital', 'Trust'],
    volatilityPercent: 22,
    beta: 1.1,
    payerShare: 0.85,
    yieldPercent: 3,
    multiple: 12,
    weight: 15,
  },
  {
    sector: 'I',
    words: ['Industries', 'Aerospace', 'Logistics', 'Machinery', 'Airlines', 'Engineering'],
    volatilityPercent: 25,
    beta: 1.1,
    payerShare: 0.6,
    yieldPercent: 1.5,
    multiple: 20,
    weight: 15,
  },
  {
    sector: 'Y',
    words: ['Brands', 'Retail', 'Motors', 'Resorts', 'Apparel', 'Homes'],
    volatilityPercent: 33,
    beta: 1.25,
    payerShare: 0.45,
    yieldPercent: 1.9,
    multiple: 18,
    weight: 12,
  },
  {
    sector: 'D',
    words: ['Foods', 'Beverages', 'Grocers', 'Household'],
    volatilityPercent: 20,
    beta: 0.5,
    payerShare: 0.75,
    yieldPercent: 2.8,
    multiple: 20,
    weight: 6,
  },
  {
    sector: 'C',
    words: ['Media', 'Wireless', 'Games', 'Studios'],
    volatilityPercent: 36,
    beta: 1.15,
    payerShare: 0.3,
    yieldPercent: 2.5,
    multiple: 19,
    weight: 5,
  },
  {
    sector: 'E',
    words: ['Energy', 'Petroleum', 'Pipelines', 'Drilling'],
    volatilityPercent: 30,
    beta: 0.9,
    payerShare: 0.75,
    yieldPercent: 3.8,
    multiple: 11,
    weight: 6,
  },
  {
    sector: 'M',
    words: ['Metals', 'Chemicals', 'Lithium', 'Paper'],
    volatilityPercent: 30,
    beta: 1.05,
    payerShare: 0.6,
    yieldPercent: 2.2,
    multiple: 15,
    weight: 5,
  },
  {
    sector: 'U',
    words: ['Utilities', 'Power', 'Electric'],
    volatilityPercent: 14,
    beta: 0.4,
    payerShare: 0.95,
    yieldPercent: 3.7,
    multiple: 18,
    weight: 4,
  },
  {
    sector: 'R',
    words: ['Properties', 'Realty', 'Storage'],
    volatilityPercent: 19,
    beta: 0.9,
    payerShare: 0.95,
    yieldPercent: 4.4,
    multiple: 34,
    weight: 5,
  },
] as const
const inventedCount = 400

/** Candidate tickers of a name: its first letter, then consonants in order. */
function tickersOf(first: string, industryWord: string): string[] {
  const letters = first.toUpperCase()
  const tail = industryWord.toUpperCase()
  const consonants = letters.slice(1).replace(/[AEIOU]/g, '')
  const options: string[] = []
  for (let i = 0; i < consonants.length; i++) {
    for (let j = i + 1; j <= consonants.length; j++) {
      const body = consonants[i] + (consonants[j] ?? '')
      options.push(
        letters[0] + body + tail[0],
        letters[0] + body + tail[0] + tail.slice(1).replace(/[AEIOU]/g, '')[0],
      )
    }
  }
  return options.filter((ticker) => ticker.length === 4 || ticker.length === 5)
}

/** Generates 400 companies, always the same. Their tickers are not in `usedTickers`, and are added to it. */
export function invent(usedTickers: Set<string>): SimulatedSymbol[] {
  const entries: SimulatedSymbol[] = []
  const seed = hashText('invented companies')
  const random = uniforms(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const weightedIndustries = industries.flatMap((industry) =>
    Array.from({ length: industry.weight }, () => industry),
  )
  const names = new Set<string>()
  while (entries.length < inventedCount) {
    const industry = pick(weightedIndustries)
    const word = pick<string>(industry.words)
    const first = pick(beginnings) + (random() < 0.75 ? pick(middles) : '')
    const ticker = tickersOf(first, word).find((option) => !usedTickers.has(option))
    if (!ticker || names.has(first)) continue
    usedTickers.add(ticker)
    names.add(first)
    const n = entries.length
    const size = bell(seed, n)
    const cap = Math.exp(1.6 + 1.2 * size) // Billions: half between 2 and 11.
    const price = Math.min(900, Math.max(2.5, Math.exp(3.9 + 0.35 * size + 0.75 * bell(seed + 1, n))))
    const volatility = (industry.volatilityPercent / 100) * Math.exp(0.25 * bell(seed + 2, n) - 0.1 * size)
    const losing = random() < (industry.sector === 'H' || industry.sector === 'T' ? 0.32 : 0.09)
    const pays = !losing && random() < industry.payerShare
    const shares = (cap * 1000) / price
    const draw = random()
    entries.push({
      symbol: ticker,
      name: `${first} ${word}${draw < 0.6 ? ', Inc.' : draw < 0.8 ? ' Corporation' : ' Holdings'}`,
      sector: sectors[industry.sector],
      exchange: random() < 0.52 ? exchanges.Q : exchanges.N,
      kind: 'stock',
      price: Math.round(price * 100) / 100,
      sharesOutstanding: shares,
      dividendYield: pays
        ? Math.round(industry.yieldPercent * Math.exp(0.35 * bell(seed + 3, n)) * 100) / 10_000
        : 0,
      earningsMultiple: losing ? -4 - 30 * random() : industry.multiple * Math.exp(0.3 * bell(seed + 4, n)),
      idiosyncraticVolatility: volatility,
      beta: Math.max(0.1, industry.beta + 0.25 * bell(seed + 5, n)),
      averageVolume: Math.max(0.04, shares * 0.006 * Math.exp(0.5 * bell(seed + 6, n))),
      listing: 'monthly',
    })
  }
  // Options: the forty most traded list weeklies, the least traded a few strikes, the last ten none.
  const ranked = entries.toSorted((a, b) => b.averageVolume * b.price - a.averageVolume * a.price)
  const rank = new Map(ranked.map((entry, index) => [entry.symbol, index]))
  return entries.map((entry) => {
    const position = rank.get(entry.symbol) ?? 0
    const listing: Listing =
      position < 40 ? 'weekly' : position < 320 ? 'monthly' : position < inventedCount - 10 ? 'few' : 'none'
    return { ...entry, listing }
  })
}
