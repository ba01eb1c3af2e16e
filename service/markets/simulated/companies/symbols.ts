/**
 * The listed companies and funds of the simulated market: the best-known US tickers under their own
 * names, with realistic price levels and sizes, and 400 invented companies. All other data is
 * invented.
 */
import { exchanges, sectors } from './entry.ts'
import type { SimulatedSymbol } from './entry.ts'
import { inventCompanies } from './invented.ts'

const listingByLetter = { a: 'most', b: 'weekly', c: 'monthly' } as const

/** Symbol|name|sector|exchange|price|cap in billions|yield %|P/E|own volatility %|beta|volume in millions|listing. */
const symbolTable = `
AAPL|Apple Inc.|T|Q|300|4400|0.4|35|19|1.1|48|a
MSFT|Microsoft Corporation|T|Q|500|3700|0.7|34|17|0.95|22|a
NVDA|NVIDIA Corporation|T|Q|205|5000|0.02|42|32|1.7|180|a
AMZN|Amazon.com, Inc.|Y|Q|250|2660|0|30|23|1.2|42|a
GOOGL|Alphabet Inc. Class A|C|Q|330|4000|0.3|26|22|1.1|32|a
GOOG|Alphabet Inc. Class C|C|Q|331|4000|0.3|26|22|1.1|21|b
META|Meta Platforms, Inc.|C|Q|600|1510|0.35|24|26|1.25|15|a
TSLA|Tesla, Inc.|Y|Q|370|1230|0|210|44|1.8|90|a
BRK.B|Berkshire Hathaway Inc. Class B|F|N|500|1080|0|16|12|0.7|4.5|b
AVGO|Broadcom Inc.|T|Q|350|1650|0.7|62|32|1.5|24|a
JPM|JPMorgan Chase & Co.|F|N|330|905|1.8|15.5|16|1.0|9|a
LLY|Eli Lilly and Company|H|N|880|790|0.7|52|28|0.6|3.6|b
V|Visa Inc.|F|N|345|660|0.75|33|13|0.8|6.5|b
UNH|UnitedHealth Group Incorporated|H|N|335|303|2.6|16|28|0.5|9|b
XOM|Exxon Mobil Corporation|E|N|150|640|2.7|20|18|0.5|16|b
MA|Mastercard Incorporated|F|N|560|505|0.55|37|14|0.85|2.7|b
JNJ|Johnson & Johnson|H|N|190|458|2.7|18|13|0.35|8|b
PG|The Procter & Gamble Company|D|N|152|355|2.7|23|12|0.35|8|b
HD|The Home Depot, Inc.|Y|N|385|383|2.4|26|16|0.9|3.6|b
COST|Costco Wholesale Corporation|D|Q|930|412|0.55|52|15|0.7|2.1|b
ABBV|AbbVie Inc.|H|N|220|388|3.1|70|18|0.4|6|b
WMT|Walmart Inc.|D|N|104|829|0.9|39|15|0.5|17|b
NFLX|Netflix, Inc.|C|Q|110|466|0|45|26|1.1|38|a
CRM|Salesforce, Inc.|T|N|240|229|0.7|34|26|1.1|7.5|b
BAC|Bank of America Corporation|F|N|55|405|2.1|14.5|17|1.1|38|a
ORCL|Oracle Corporation|T|N|220|627|0.9|50|34|1.3|22|b
AMD|Advanced Micro Devices, Inc.|T|Q|240|390|0|120|40|1.8|48|a
KO|The Coca-Cola Company|D|N|72|310|2.9|24|11|0.3|16|b
PEP|PepsiCo, Inc.|D|Q|148|203|3.8|26|14|0.35|7|b
ADBE|Adobe Inc.|T|Q|345|144|0|21|24|1.1|3.8|b
CSCO|Cisco Systems, Inc.|T|Q|74|292|2.2|28|17|0.85|21|b
TMO|Thermo Fisher Scientific Inc.|H|N|560|210|0.3|32|20|0.75|1.8|c
ACN|Accenture plc|T|N|255|158|2.5|21|20|0.9|4.2|c
MCD|McDonald's Corporation|Y|N|305|217|2.4|26|13|0.45|3.5|b
ABT|Abbott Laboratories|H|N|128|223|1.9|32|15|0.6|6.5|b
LIN|Linde plc|M|Q|430|201|1.4|30|13|0.7|2.1|c
CVX|Chevron Corporation|E|N|155|310|4.4|20|18|0.55|9|b
DIS|The Walt Disney Company|C|N|110|197|0.95|17|22|1.0|9.5|b
WFC|Wells Fargo & Company|F|N|85|272|2.1|14|18|1.1|15|b
INTC|Intel Corporation|T|Q|38|181|0|-38|46|1.4|110|a
QCOM|QUALCOMM Incorporated|T|Q|172|185|2.1|34|26|1.25|9|b
TXN|Texas Instruments Incorporated|T|Q|178|162|3.1|33|22|1.1|6.5|b
IBM|International Business Machines Corporation|T|N|295|276|2.3|36|21|0.75|4.6|b
INTU|Intuit Inc.|T|Q|640|178|0.75|44|22|1.0|1.7|b
GE|GE Aerospace|I|N|305|323|0.45|40|22|1.1|5|b
CAT|Caterpillar Inc.|I|N|560|263|1.1|29|22|1.1|3.6|b
AMGN|Amgen Inc.|H|Q|320|172|3.0|25|18|0.45|2.7|b
NOW|ServiceNow, Inc.|T|N|820|170|0|98|25|1.15|1.7|b
PFE|Pfizer Inc.|H|N|25|142|6.8|14.5|18|0.45|45|b
GS|The Goldman Sachs Group, Inc.|F|N|790|239|2.0|16|18|1.25|2.1|b
MS|Morgan Stanley|F|N|165|262|2.4|17|18|1.25|6|b
ISRG|Intuitive Surgical, Inc.|H|Q|555|197|0|72|24|1.1|2.1|c
UBER|Uber Technologies, Inc.|T|N|92|191|0|12|28|1.2|18|a
SPGI|S&P Global Inc.|F|N|495|150|0.8|37|15|0.85|1.6|c
LOW|Lowe's Companies, Inc.|Y|N|240|135|2.0|20|18|0.9|2.7|b
HON|Honeywell International Inc.|I|Q|200|127|2.3|21|15|0.85|4|c
NKE|NIKE, Inc.|Y|N|65|96|2.5|33|26|1.0|15|b
BKNG|Booking Holdings Inc.|Y|Q|5100|165|0.75|33|20|1.0|0.25|c
RTX|RTX Corporation|I|N|172|231|1.6|35|17|0.6|5|b
UNP|Union Pacific Corporation|I|N|228|135|2.4|19|15|0.8|3|c
T|AT&T Inc.|C|N|26|185|4.3|8.5|16|0.4|38|b
VZ|Verizon Communications Inc.|C|N|41|173|6.7|8.8|14|0.35|22|b
CMCSA|Comcast Corporation|C|Q|28|102|4.7|4.6|20|0.75|24|b
PM|Philip Morris International Inc.|D|N|155|241|3.7|28|19|0.4|5.5|b
BA|The Boeing Company|I|N|205|156|0|-13|29|1.2|8.5|a
SBUX|Starbucks Corporation|Y|Q|86|98|2.9|53|24|0.9|9.5|b
BLK|BlackRock, Inc.|F|N|1070|166|2.0|28|17|1.2|0.65|c
AXP|American Express Company|F|N|360|248|0.9|24|18|1.15|2.9|b
DE|Deere & Company|I|N|475|129|1.4|25|20|0.85|1.5|b
GILD|Gilead Sciences, Inc.|H|Q|122|151|2.6|19|20|0.4|7|b
MU|Micron Technology, Inc.|T|Q|235|264|0.2|31|40|1.5|24|a
AMAT|Applied Materials, Inc.|T|Q|235|187|0.8|27|29|1.4|7.5|b
LRCX|Lam Research Corporation|T|Q|155|195|0.7|34|32|1.5|10|b
PANW|Palo Alto Networks, Inc.|T|Q|200|139|0|118|26|1.05|6.5|b
PLTR|Palantir Technologies Inc.|T|Q|175|417|0|380|46|1.7|55|a
SHOP|Shopify Inc.|T|Q|155|202|0|112|38|1.6|9|b
XYZ|Block, Inc.|T|N|66|40|0|14|40|1.6|9|b
PYPL|PayPal Holdings, Inc.|F|Q|63|59|0.9|12.5|28|1.2|15|b
COIN|Coinbase Global, Inc.|F|Q|280|76|0|26|56|2.0|10|a
HOOD|Robinhood Markets, Inc.|F|Q|115|103|0|48|52|2.0|30|a
SNOW|Snowflake Inc.|T|N|245|83|0|-60|40|1.3|5|b
ABNB|Airbnb, Inc.|Y|Q|120|74|0|29|26|1.1|5|b
LYFT|Lyft, Inc.|T|Q|20|8.1|0|52|46|1.5|17|b
F|Ford Motor Company|Y|N|13|52|4.6|11.5|26|1.2|60|b
GM|General Motors Company|Y|N|70|65|0.85|13|26|1.15|9|b
SOFI|SoFi Technologies, Inc.|F|Q|27|32|0|50|50|1.8|65|a
RIVN|Rivian Automotive, Inc.|Y|Q|15|18|0|-5.5|52|1.5|40|b
NIO|NIO Inc.|Y|N|6.4|15|0|-5|52|1.3|50|b
BABA|Alibaba Group Holding Limited|Y|N|155|370|0.65|19|38|0.9|16|a
SMCI|Super Micro Computer, Inc.|T|Q|34|20|0|27|58|1.7|28|a
ARM|Arm Holdings plc|T|Q|140|148|0|180|42|1.7|5.5|b
MRNA|Moderna, Inc.|H|Q|26|10|0|-3.3|52|1.1|11|b
CVS|CVS Health Corporation|H|N|79|100|3.4|21|22|0.5|8|b
TGT|Target Corporation|D|N|92|42|4.9|11|26|0.95|6.5|b
UPS|United Parcel Service, Inc.|I|N|95|81|6.9|15|22|0.9|6|b
FDX|FedEx Corporation|I|N|275|65|2.1|16|24|1.1|1.8|b
DAL|Delta Air Lines, Inc.|I|N|60|39|1.2|9|30|1.3|8|b
AAL|American Airlines Group Inc.|I|Q|13.5|8.9|0|15|40|1.4|55|b
CCL|Carnival Corporation & plc|Y|N|27|35|0|14|34|1.6|20|b
GME|GameStop Corp.|Y|N|23|10|0|30|60|1.0|9|b
AMC|AMC Entertainment Holdings, Inc.|C|N|2.6|1.3|0|-2.4|70|1.5|18|b
MARA|MARA Holdings, Inc.|F|Q|13|4.9|0|-8|72|2.4|40|b
NEE|NextEra Energy, Inc.|U|N|82|170|2.8|26|19|0.5|9|b
DUK|Duke Energy Corporation|U|N|122|95|3.5|19|12|0.3|3.5|c
SO|The Southern Company|U|N|92|101|3.2|23|12|0.3|5|c
O|Realty Income Corporation|R|N|58|53|5.6|54|13|0.5|5.5|c
AMT|American Tower Corporation|R|N|185|87|3.7|30|18|0.6|2.6|c
PLD|Prologis, Inc.|R|N|125|116|3.2|36|19|0.95|3.6|c
FCX|Freeport-McMoRan Inc.|M|N|43|62|0.7|32|30|1.3|15|b
NEM|Newmont Corporation|M|N|88|97|1.1|14|32|0.5|10|b
SLB|SLB N.V.|E|N|37|55|3.1|15|26|0.9|16|b
OXY|Occidental Petroleum Corporation|E|N|43|42|2.2|29|26|0.85|10|b
CRVL|CorVel Corporation|H|Q|75|3.9|0|39|26|0.7|0.25|c
SPY|SPDR S&P 500 ETF Trust|X|P|680||1.1||0.4|1|70|a
QQQ|Invesco QQQ Trust|X|Q|615||0.5||6|1.18|50|a
IWM|iShares Russell 2000 ETF|X|P|245||1.1||9|1.15|34|a
DIA|SPDR Dow Jones Industrial Average ETF Trust|X|P|475||1.5||4|0.85|4|b
VTI|Vanguard Total Stock Market ETF|X|P|335||1.1||1.5|1.02|3.5|c
GLD|SPDR Gold Shares|X|P|380||0||16|0.05|10|a
SLV|iShares Silver Trust|X|P|46||0||28|0.3|22|b
TLT|iShares 20+ Year Treasury Bond ETF|X|Q|89||4.3||12|-0.1|35|a
XLF|Financial Select Sector SPDR Fund|X|P|53||1.4||7|1.0|38|b
XLE|Energy Select Sector SPDR Fund|X|P|90||3.2||16|0.6|15|b
XLK|Technology Select Sector SPDR Fund|X|P|280||0.6||8|1.25|6|b
TQQQ|ProShares UltraPro QQQ|X|Q|105||0.7||18|3.4|65|b
SQQQ|ProShares UltraPro Short QQQ|X|Q|14||4||18|-3.4|90|b
SOXL|Direxion Daily Semiconductor Bull 3X Shares|X|P|41||0.5||60|4|70|b
`

const leveragedFunds = new Set(['TQQQ', 'SQQQ', 'SOXL'])

function parseRow(line: string): SimulatedSymbol {
  const [symbol = '', name = '', sector = '', exchange = '', ...fields] = line.split('|')
  const [price, cap, dividendPercent, multiple, ownVolatilityPercent, beta, volume] = fields.map((text) =>
    text === '' ? null : Number(text),
  )
  const kind = leveragedFunds.has(symbol) ? 'leveraged-etf' : sector === 'X' ? 'etf' : 'stock'
  return {
    symbol,
    name,
    sector: sectors[sector as keyof typeof sectors],
    exchange: exchanges[exchange as keyof typeof exchanges],
    kind,
    price: price ?? 0,
    sharesOutstanding: cap && price ? (cap * 1000) / price : null,
    dividendYield: (dividendPercent ?? 0) / 100,
    earningsMultiple: multiple ?? null,
    idiosyncraticVolatility: (ownVolatilityPercent ?? 0) / 100,
    beta: beta ?? 1,
    averageVolume: volume ?? 1,
    listing: listingByLetter[fields[7] as keyof typeof listingByLetter],
  }
}

let cachedSymbols: ReadonlyMap<string, SimulatedSymbol> | undefined

let tableSymbols: ReadonlySet<string> | undefined

/** Whether a symbol belongs to an invented company. */
export function isInvented(symbol: string): boolean {
  tableSymbols ??= new Set(
    symbolTable
      .trim()
      .split('\n')
      .map((line) => line.slice(0, line.indexOf('|'))),
  )
  return !tableSymbols.has(symbol)
}

/** Every symbol of the simulated market; the same for every seed. */
export function simulatedSymbols(): ReadonlyMap<string, SimulatedSymbol> {
  if (cachedSymbols) return cachedSymbols
  const entries = symbolTable.trim().split('\n').map(parseRow)
  // INDA is a real fund. The other invented tickers were checked against the listed companies.
  const invented = inventCompanies(new Set([...entries.map((entry) => entry.symbol), 'INDA']))
  cachedSymbols = new Map(
    [...entries, ...invented]
      .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
      .map((entry) => [entry.symbol, entry]),
  )
  return cachedSymbols
}
