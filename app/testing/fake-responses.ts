/** Response bodies of the fake service by path, including those that open a session. */
import type { Tone } from '#contract/responses/resources.ts'
import { madeUpChain } from './chain.ts'
import { madeUpIncome } from './income.ts'
import { madeUpIdeas } from './ideas.ts'
import { madeUpHistory, madeUpNews, madeUpWhy } from './why.ts'
import { settings } from './fake-network.ts'

const tone: Tone = {
  symbol: 'SPY',
  oneMonthTrend: madeUpWhy.oneMonthTrend,
  sixMonthTrend: { value: 0, sentimentInterpretation: 'Neutral' },
  unknown: [],
  dataStatus: madeUpWhy.dataStatus,
}
const symbolMatches = ['MSFT', 'MSCI'].map((symbol) => ({
  symbol,
  companyName: `${symbol} Corp.`,
  exchange: 'NASDAQ',
  sector: 'Technology',
}))

export function fakeResponse(path: string): unknown {
  if (path === '/Token') return { access_token: 't', token_type: 'Bearer', expires_in: 86_400 }
  if (path === '/setCookie') return { expires_in: 86_400, settings, firstSymbol: 'F' }
  if (path === '/feed/ticket') return { ticket: 'once' }
  if (path.includes('/tradeideas')) return madeUpIdeas()
  if (path.includes('/history')) return madeUpHistory('6M')
  if (path.includes('/why/')) return { ...madeUpWhy, symbol: path.split('/').at(-1) }
  if (path.includes('/income/')) return madeUpIncome()
  if (path.includes('/how/chain/'))
    return madeUpChain(new URL(path, 'https://widget.example').searchParams.get('expiry'))
  if (path.includes('/tone')) return tone
  if (path.includes('/news/')) return madeUpNews
  if (path.includes('/symbols')) return { symbols: symbolMatches }
  return {}
}
