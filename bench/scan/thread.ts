/** A thread of the bench's scans. */
import { workerData } from 'node:worker_threads'
import { serveParts } from '#service/server/scan-pool/serve-parts.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { benchMarket } from './market.ts'

const { market } = await benchMarket((workerData as { count: number }).count)
serveParts(market, memoryBatches())
