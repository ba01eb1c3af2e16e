/**
 * Invented companies for the simulated market: plausible names, valid tickers, typical numbers of
 * their sector.
 */
import { approximateNormal, hashText, uniforms } from '#service/markets/random.ts'
import { exchanges, sectors } from './entry.ts'
import type { SimulatedSymbol, Listing } from './entry.ts'

const nameBeginnings =
  'Alder,Amber,Arden,Aster,Beacon,Birch,Brook,Cedar,Cinder,Cobalt,Copper,Coral,Crest,Dawn,Delta,Ember,Falcon,Fern,Flint,Forge,Garnet,Glen,Granite,Harbor,Haven,Hazel,Indigo,Iron,Ivory,Juniper,Keystone,Lark,Linden,Maple,Meridian,Mesa,Nimbus,North,Oak,Onyx,Opal,Orchard,Pine,Prairie,Quarry,Raven,Ridge,Sable,Sierra,Slate,Summit,Talon,Thorn,Tidal,Umber,Vale,Vesper,Willow,Wren,Zephyr'.split(
    ',',
  )
const nameSuffixes =
  'bridge,brook,crest,field,ford,gate,haven,line,mark,mont,port,point,rock,shore,stone,vale,view,ward,water,well'.split(
    ',',
  )
/**
 * Last words of company names by sector, with the typical volatility, beta, yield and P/E of the
 * sector.
 */
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
const companyCount = 400

/**
 * Candidate tickers of a company: the first letter of its name, consonants of the name, and letters
 * of its industry.
 */
function tickersOf(first: string, industryWord: string): string[] {
  const upperName = first.toUpperCase()
  const upperIndustry = industryWord.toUpperCase()
  const consonants = upperName.slice(1).replace(/[AEIOU]/g, '')
  const candidates: string[] = []
  for (let i = 0; i < consonants.length; i++) {
    for (let j = i + 1; j <= consonants.length; j++) {
      const body = consonants[i] + (consonants[j] ?? '')
      candidates.push(
        upperName[0] + body + upperIndustry[0],
        upperName[0] + body + upperIndustry[0] + upperIndustry.slice(1).replace(/[AEIOU]/g, '')[0],
      )
    }
  }
  return candidates.filter((ticker) => ticker.length === 4 || ticker.length === 5)
}

/**
 * Generates the same 400 companies on every call. Their tickers are not in `usedTickers`, and are
 * added to it.
 */
export function inventCompanies(usedTickers: Set<string>): SimulatedSymbol[] {
  const entries: SimulatedSymbol[] = []
  const seed = hashText('invented companies')
  const random = uniforms(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const weightedIndustries = industries.flatMap((industry) =>
    Array.from({ length: industry.weight }, () => industry),
  )
  const names = new Set<string>()
  while (entries.length < companyCount) {
    const industry = pick(weightedIndustries)
    const word = pick<string>(industry.words)
    const first = pick(nameBeginnings) + (random() < 0.75 ? pick(nameSuffixes) : '')
    const ticker = tickersOf(first, word).find((option) => !usedTickers.has(option))
    if (!ticker || names.has(first)) continue
    usedTickers.add(ticker)
    names.add(first)
    const companyIndex = entries.length
    const sizeFactor = approximateNormal(seed, companyIndex)
    const capBillions = Math.exp(1.6 + 1.2 * sizeFactor) // Half of the companies are between 2 and 11.
    const price = Math.min(
      900,
      Math.max(2.5, Math.exp(3.9 + 0.35 * sizeFactor + 0.75 * approximateNormal(seed + 1, companyIndex))),
    )
    const volatility =
      (industry.volatilityPercent / 100) *
      Math.exp(0.25 * approximateNormal(seed + 2, companyIndex) - 0.1 * sizeFactor)
    const isLosing = random() < (industry.sector === 'H' || industry.sector === 'T' ? 0.32 : 0.09)
    const paysDividends = !isLosing && random() < industry.payerShare
    const sharesMillions = (capBillions * 1000) / price
    const legalFormDraw = random()
    entries.push({
      symbol: ticker,
      name: `${first} ${word}${legalFormDraw < 0.6 ? ', Inc.' : legalFormDraw < 0.8 ? ' Corporation' : ' Holdings'}`,
      sector: sectors[industry.sector],
      exchange: random() < 0.52 ? exchanges.Q : exchanges.N,
      kind: 'stock',
      price: Math.round(price * 100) / 100,
      sharesOutstanding: sharesMillions,
      dividendYield: paysDividends
        ? Math.round(
            industry.yieldPercent * Math.exp(0.35 * approximateNormal(seed + 3, companyIndex)) * 100,
          ) / 10_000
        : 0,
      earningsMultiple: isLosing
        ? -4 - 30 * random()
        : industry.multiple * Math.exp(0.3 * approximateNormal(seed + 4, companyIndex)),
      idiosyncraticVolatility: volatility,
      beta: Math.max(0.1, industry.beta + 0.25 * approximateNormal(seed + 5, companyIndex)),
      averageVolume: Math.max(
        0.04,
        sharesMillions * 0.006 * Math.exp(0.5 * approximateNormal(seed + 6, companyIndex)),
      ),
      listing: 'monthly',
    })
  }
  // By traded value: the first 40 companies list weeklies, the last 10 no options, the 70 before them a few strikes.
  const ranked = entries.toSorted((a, b) => b.averageVolume * b.price - a.averageVolume * a.price)
  const rank = new Map(ranked.map((entry, index) => [entry.symbol, index]))
  return entries.map((entry) => {
    const volumeRank = rank.get(entry.symbol) ?? 0
    const listing: Listing =
      volumeRank < 40
        ? 'weekly'
        : volumeRank < 320
          ? 'monthly'
          : volumeRank < companyCount - 10
            ? 'few'
            : 'none'
    return { ...entry, listing }
  })
}
