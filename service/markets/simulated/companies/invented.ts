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
/** What invented companies of a sector call themselves, with that sector's usual volatility, beta, yield and P/E. */
const trades = [
  {
    sector: 'T',
    words: ['Semiconductors', 'Software', 'Networks', 'Robotics', 'Systems', 'Analytics', 'Photonics'],
    own: 36,
    beta: 1.35,
    pays: 0.3,
    yields: 1.2,
    multiple: 32,
    weight: 18,
  },
  {
    sector: 'H',
    words: ['Therapeutics', 'Biosciences', 'Medical', 'Diagnostics', 'Health', 'Genomics'],
    own: 42,
    beta: 0.85,
    pays: 0.25,
    yields: 1.6,
    multiple: 26,
    weight: 16,
  },
  {
    sector: 'F',
    words: ['Bancorp', 'Financial', 'Insurance', 'Capital', 'Trust'],
    own: 22,
    beta: 1.1,
    pays: 0.85,
    yields: 3,
    multiple: 12,
    weight: 15,
  },
  {
    sector: 'I',
    words: ['Industries', 'Aerospace', 'Logistics', 'Machinery', 'Airlines', 'Engineering'],
    own: 25,
    beta: 1.1,
    pays: 0.6,
    yields: 1.5,
    multiple: 20,
    weight: 15,
  },
  {
    sector: 'Y',
    words: ['Brands', 'Retail', 'Motors', 'Resorts', 'Apparel', 'Homes'],
    own: 33,
    beta: 1.25,
    pays: 0.45,
    yields: 1.9,
    multiple: 18,
    weight: 12,
  },
  {
    sector: 'D',
    words: ['Foods', 'Beverages', 'Grocers', 'Household'],
    own: 20,
    beta: 0.5,
    pays: 0.75,
    yields: 2.8,
    multiple: 20,
    weight: 6,
  },
  {
    sector: 'C',
    words: ['Media', 'Wireless', 'Games', 'Studios'],
    own: 36,
    beta: 1.15,
    pays: 0.3,
    yields: 2.5,
    multiple: 19,
    weight: 5,
  },
  {
    sector: 'E',
    words: ['Energy', 'Petroleum', 'Pipelines', 'Drilling'],
    own: 30,
    beta: 0.9,
    pays: 0.75,
    yields: 3.8,
    multiple: 11,
    weight: 6,
  },
  {
    sector: 'M',
    words: ['Metals', 'Chemicals', 'Lithium', 'Paper'],
    own: 30,
    beta: 1.05,
    pays: 0.6,
    yields: 2.2,
    multiple: 15,
    weight: 5,
  },
  {
    sector: 'U',
    words: ['Utilities', 'Power', 'Electric'],
    own: 14,
    beta: 0.4,
    pays: 0.95,
    yields: 3.7,
    multiple: 18,
    weight: 4,
  },
  {
    sector: 'R',
    words: ['Properties', 'Realty', 'Storage'],
    own: 19,
    beta: 0.9,
    pays: 0.95,
    yields: 4.4,
    multiple: 34,
    weight: 5,
  },
] as const
const inventedCount = 400

/** The consonants and vowels of a name that make a ticker: first letter, then others in order. */
function tickersOf(first: string, trade: string): string[] {
  const letters = first.toUpperCase()
  const tail = trade.toUpperCase()
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

/** Four hundred of them, always the same, with tickers that are not in `taken`, which gains them. */
export function invent(taken: Set<string>): SimulatedSymbol[] {
  const entries: SimulatedSymbol[] = []
  const seed = hashText('invented companies')
  const next = uniforms(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const lottery = trades.flatMap((trade) => Array.from({ length: trade.weight }, () => trade))
  const names = new Set<string>()
  while (entries.length < inventedCount) {
    const trade = pick(lottery)
    const word = pick<string>(trade.words)
    const first = pick(beginnings) + (next() < 0.75 ? pick(middles) : '')
    const ticker = tickersOf(first, word).find((option) => !taken.has(option))
    if (!ticker || names.has(first)) continue
    taken.add(ticker)
    names.add(first)
    const n = entries.length
    const size = bell(seed, n)
    const cap = Math.exp(1.6 + 1.2 * size) // Billions: half between 2 and 11.
    const price = Math.min(900, Math.max(2.5, Math.exp(3.9 + 0.35 * size + 0.75 * bell(seed + 1, n))))
    const own = (trade.own / 100) * Math.exp(0.25 * bell(seed + 2, n) - 0.1 * size)
    const losing = next() < (trade.sector === 'H' || trade.sector === 'T' ? 0.32 : 0.09)
    const pays = !losing && next() < trade.pays
    const shares = (cap * 1000) / price
    const luck = next()
    entries.push({
      symbol: ticker,
      name: `${first} ${word}${luck < 0.6 ? ', Inc.' : luck < 0.8 ? ' Corporation' : ' Holdings'}`,
      sector: sectors[trade.sector],
      exchange: next() < 0.52 ? exchanges.Q : exchanges.N,
      kind: 'stock',
      price: Math.round(price * 100) / 100,
      shares,
      dividendYield: pays ? Math.round(trade.yields * Math.exp(0.35 * bell(seed + 3, n)) * 100) / 10_000 : 0,
      earningsMultiple: losing ? -4 - 30 * next() : trade.multiple * Math.exp(0.3 * bell(seed + 4, n)),
      ownVolatility: own,
      beta: Math.max(0.1, trade.beta + 0.25 * bell(seed + 5, n)),
      averageVolume: Math.max(0.04, shares * 0.006 * Math.exp(0.5 * bell(seed + 6, n))),
      listing: 'monthly',
    })
  }
  // The options of the most traded forty list weeklies, the least traded few strikes, the last ten none at all.
  const ranked = entries.toSorted((a, b) => b.averageVolume * b.price - a.averageVolume * a.price)
  const rank = new Map(ranked.map((entry, index) => [entry.symbol, index]))
  return entries.map((entry) => {
    const place = rank.get(entry.symbol) ?? 0
    const listing: Listing =
      place < 40 ? 'weekly' : place < 320 ? 'monthly' : place < inventedCount - 10 ? 'few' : 'none'
    return { ...entry, listing }
  })
}
