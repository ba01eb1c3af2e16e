/** Worker thread of the benchmark's scans. */
import { Tinypool } from 'tinypool'
import { partProcessor } from '#service/server/scan-pool/part-task.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { benchMarket } from './market.ts'

const { market } = await benchMarket((Tinypool.workerData as { count: number }).count)

export const processPart = partProcessor(market, memoryBatches())
