/**
 * Groups of companies and funds whose prices move together for a reason that their sector does not
 * have: the same metal, the same product, the same company.
 */

/**
 * By group, its members with the percentage of their variance beside the market's that the group
 * explains.
 */
const groupTable = `
alphabet|GOOGL 71,GOOG 71
precious metals|GLD 95,SLV 70,NEM 45
oil|XOM 48,CVX 48,SLB 30,OXY 35
banks|JPM 32,BAC 32,WFC 28,GS 30,MS 32
card networks|V 50,MA 50,AXP 15
home improvement|HD 50,LOW 50
household goods|KO 26,PEP 26,PG 26
chips|NVDA 22,AVGO 22,AMD 22,INTC 10,QCOM 20,TXN 20,MU 24,AMAT 38,LRCX 38,ARM 20
software|CRM 22,NOW 22,ADBE 20,INTU 20,SNOW 15
crypto|COIN 32,MARA 32,HOOD 20
airlines|DAL 34,AAL 34
cars|F 32,GM 32
electric cars|TSLA 14,RIVN 20,NIO 14
telephone|T 32,VZ 32
utilities|NEE 26,DUK 38,SO 38
parcels|UPS 30,FDX 30
traded by crowds|GME 30,AMC 30
`

/** Membership of a symbol in a group. */
export type PeerGroup = {
  readonly group: string
  /** Share of the variance beside the market's that the group explains, decimal. */
  readonly share: number
}

const groupBySymbol: ReadonlyMap<string, PeerGroup> = new Map(
  groupTable
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [group = '', members = ''] = line.split('|')
      return members.split(',').map((member) => {
        const [symbol = '', percent] = member.split(' ')
        return [symbol, { group, share: Number(percent) / 100 }] as const
      })
    }),
)

/** The group of a symbol; undefined for a symbol without one. */
export const peerGroupOf = (symbol: string): PeerGroup | undefined => groupBySymbol.get(symbol)
