/**
 * Starts the stand-in of Massive for trials without a key: `node e2e/kit/massive-stand-in.ts [port] [real-time]`. It prints
 * the variables with which the service uses it.
 */
import { standInKey, startStandIn } from '#service/markets/massive/stand-in.fixture.ts'

const port = Number(process.argv[2] ?? 0)
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  throw new Error(`port "${process.argv[2]}": expected 0 to 65535`)
const isRealTime = process.argv[3] === 'real-time'
const { url } = await startStandIn({ port, tickMs: 1000, timeframe: isRealTime ? 'REAL-TIME' : 'DELAYED' })
const host = isRealTime ? 'real-time' : 'delayed'
console.log(`MARKET=massive MASSIVE_API_KEY=${standInKey} MASSIVE_HOST=${host} MASSIVE_URL=${url}`)
