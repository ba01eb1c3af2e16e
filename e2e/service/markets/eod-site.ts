/** A service over end-of-day files of Cboe and recorded bars, both generated from one simulated market. */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionClose } from '#service/markets/calendar.ts'
import { provides } from '#service/markets/capabilities.ts'
import {
  csvOf,
  eodSymbols,
  fileName,
  rowsOf,
  writeFile,
} from '#service/markets/cboe-eod/eod-files.fixture.ts'
import type { Day } from '#service/markets/market.ts'
import { recordMarket } from '#service/markets/recorded/writer/writer.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { admin } from '../kit/admin.ts'
import { lookUp } from '../kit/calls.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess, Variables } from '../kit/process.ts'

export type EodSite = {
  readonly node: ServiceProcess
  readonly variables: Variables
  /** Lets the file of a day arrive, as by FTP: complete, under its final name. */
  readonly receive: (day: Day) => Promise<void>
  /** Response of the data API to the demo account. */
  readonly read: <Body>(path: string) => Promise<Body>
  readonly close: () => Promise<void>
}

/** More than each symbol of the simulated market has. */
const allContracts = 10_000

/** Bars of the symbols up to the day, in the layout of `MARKET=files:`. No other prices are in the folder. */
async function recordBars(folder: string, through: Day): Promise<void> {
  const market = simulatedMarket({
    seed: 5,
    clock: () => new Date(sessionClose(through).getTime() + 3_600_000),
  })
  const provision = market.capabilities().bars!
  const result = await recordMarket(
    {
      ...market,
      status: () => ({ ...market.status(), simulated: false }),
      capabilities: () => provides(['bars', 'profiles', 'dividends'], provision),
    },
    { folder, symbols: eodSymbols },
  )
  if (result.failures.length > 0) throw new Error(`recording the bars failed: ${JSON.stringify(result)}`)
}

/** Starts the service with the file of one day, and bars up to a later day; waits for its scan. */
export async function startEodSite({
  first,
  barsThrough,
}: {
  first: Day
  barsThrough: Day
}): Promise<EodSite> {
  const root = await mkdtemp(join(tmpdir(), 'eod-site-'))
  const [files, arriving, bars] = ['files', 'arriving', 'bars'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [files, arriving]) await mkdir(folder)
  const receive = async (day: Day) => {
    writeFile(arriving, fileName(day), csvOf(await rowsOf(day, { limit: allContracts })))
    await rename(join(arriving, fileName(day)), join(files, fileName(day)))
  }
  const removeFolder = () => rm(root, { recursive: true, force: true })
  try {
    await recordBars(bars, barsThrough)
    await receive(first)
    const variables = {
      DATA_DIR: join(root, 'data'),
      MARKET: `chains:cboe-eod:${files},bars:files:${bars}`,
    }
    const node = await startProcess(variables)
    await waitReady(node)
    const { subscriptionKey: key } = await admin<{ subscriptionKey: string }>(
      variables,
      'demo',
      'credentials',
    )
    return {
      node,
      variables,
      receive,
      async read<Body>(path: string) {
        const response = await lookUp(node.url, `/api/v1/platform/${path}`, { key })
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return (await response.json()) as Body
      },
      async close() {
        await node.kill()
        await removeFolder()
      },
    }
  } catch (error) {
    await removeFolder()
    throw error
  }
}
