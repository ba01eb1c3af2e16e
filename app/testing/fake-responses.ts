/** Sample response bodies of every route that the app requests. */
import type { Tone } from '#contract/responses/resources.ts'
import { sampleChain } from './chain.ts'
import { sampleIncome } from './income.ts'
import { sampleIdeas } from './ideas.ts'
import { sampleHistory, sampleNews, sampleWhy } from './why.ts'
import { settings } from './fake-network.ts'

const tone: Tone = {
  symbol: 'SPY',
  oneMonthTrend: sampleWhy.oneMonthTrend,
  sixMonthTrend: { value: 0, sentimentInterpretation: 'Neutral' },
  unknown: [],
  dataStatus: sampleWhy.dataStatus,
}
const symbolMatches = ['MSFT', 'MSCI'].map((symbol) => ({
  symbol,
  companyName: `${symbol} Corp.`,
  exchange: 'NASDAQ',
  sector: 'Technology',
}))

/** Response body for a request path, which may have a query. `{}` for an unknown path. */
export function fakeResponse(path: string): unknown {
  if (path === '/Token') return { access_token: 't', token_type: 'Bearer', expires_in: 86_400 }
  if (path === '/setCookie') return { expires_in: 86_400, settings, firstSymbol: 'F' }
  if (path === '/feed/ticket') return { ticket: 'once' }
  if (path.includes('/tradeideas')) return sampleIdeas()
  if (path.includes('/history')) return sampleHistory('6M')
  if (path.includes('/why/')) return { ...sampleWhy, symbol: path.split('/').at(-1) }
  if (path.includes('/income/')) return sampleIncome()
  if (path.includes('/how/chain/'))
    return sampleChain(new URL(path, 'https://widget.example').searchParams.get('expiry'))
  if (path.includes('/tone')) return tone
  if (path.includes('/news/')) return sampleNews
  if (path.includes('/symbols')) return { symbols: symbolMatches }
  return {}
}
