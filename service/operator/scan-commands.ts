/** The nightly scan, started by an operator. */
import { auditedTransactions } from '#service/access/operator/audit.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { Batch } from '#service/store/batches.ts'
import type { ScanOutcome } from '#service/store/scan-outcomes.ts'
import { defineCommand } from './command.ts'
import type { CommandGroup, CommandResult } from './command.ts'
import type { ClusterContext, StoreContext } from './command-context.ts'
import { isoTime } from './iso-time.ts'
import { progressLog } from './progress-log.ts'

const run = defineCommand({
  summary: 'Scans the market now and publishes the batch.',
  options: {
    'accept-failures': {
      type: 'flag',
      meaning: 'publishes the batch even if too much failed or is missing',
    },
  },
  needs: 'cluster',
  createsStore: true,
  example: 'scan run --accept-failures',
  async run(context, _, { 'accept-failures': acceptFailures }) {
    const { store, user } = context
    const runAudited = auditedTransactions(store, { actor: 'operator', details: user }, Date.now)
    await runAudited(({ record }) =>
      record({ action: 'scan-started', partnerId: null, subject: null, details: { acceptFailures } }),
    )
    await scan(context, acceptFailures)
    return statusOf(context.store)
  },
})

const status = defineCommand({
  summary: 'Shows the served batch and the result of the last scan.',
  needs: 'store',
  example: 'scan status',
  run: ({ store }) => statusOf(store),
})

export const scanCommands: CommandGroup = { summary: 'Nightly scan', commands: { run, status } }

/** @throws OperatorError if the scan is refused */
async function scan({ store, cluster, environment }: ClusterContext, acceptFailures: boolean): Promise<void> {
  // Loaded on demand, so that other commands start faster.
  const [{ openMarket }, { servicePool }, { nodeRecordPublisher }, { makeScanner }, { ScanRefused }] =
    await Promise.all([
      import('#service/markets/registry.ts'),
      import('#service/server/scan-pool/worker-pool.ts'),
      import('#service/server/record-publisher.ts'),
      import('#service/scan/schedule.ts'),
      import('#service/scan/validate-batch.ts'),
    ])
  const market = await openMarket(environment.market, { purpose: 'scan', log: progressLog })
  try {
    const { batches, scans } = store
    const scanner = makeScanner({
      market,
      batches,
      scans,
      openPool: servicePool(environment),
      commission: environment.commission,
      publishRecord: nodeRecordPublisher({ market, store, environment, log: progressLog }),
      acceptFailures,
    })
    // If another node's scan is refused meanwhile, that is the result, unless failures are accepted.
    const parts = acceptFailures ? { batches } : { batches, scans }
    await (cluster?.shareScanner(scanner, parts) ?? scanner).run()
  } catch (error) {
    if (!(error instanceof ScanRefused)) throw error
    throw new OperatorError(`The scan is refused: ${error.message}. ${await consequenceOf(store)}`)
  } finally {
    await market.close()
  }
}

type ScanRecords = Pick<StoreContext['store'], 'batches' | 'scans'>

/** The batch that stays after a refused scan, and the option that publishes the refused one. */
const consequenceOf = async ({ batches }: Pick<ScanRecords, 'batches'>): Promise<string> => {
  const batch = await batches.latest()
  return `${batch ? `Batch ${batch.id} of ${batch.tradingDay} stays` : 'There is no batch yet'}; --accept-failures publishes the refused batch.`
}

async function statusOf({ batches, scans }: ScanRecords): Promise<CommandResult> {
  const [batch, { last }] = await Promise.all([batches.latest(), scans.summary()])
  if (!batch && !last)
    return {
      data: null,
      text: 'No scan has ended yet. The first scan begins when the service starts, and takes seconds to minutes; the log of the service shows its progress.',
    }
  return {
    data: { ...(batch ? factsOf(batch) : { id: null }), lastScan: last ? outcomeData(last) : null },
    text: [batch ? lineOf(batch) : 'No scan has been published yet.', ...(last ? [lastScanLine(last)] : [])],
  }
}

function factsOf({ id, dateOfScan, tradingDay, durationMs, universeSize, ideas, failures }: Batch) {
  return {
    id,
    dateOfScan,
    tradingDay,
    durationMs: Math.round(durationMs),
    universeSize,
    ideas: ideas.length,
    failures,
  }
}

const lineOf = ({ id, ideas, universeSize, tradingDay, dateOfScan, failures }: Batch): string =>
  `Batch ${id}: ${ideas.length} ideas out of ${universeSize} symbols, day ${tradingDay}, scanned ${dateOfScan}, ${failures.length} failures.`

const outcomeData = ({ startedAt, endedAt, ...outcome }: ScanOutcome) => ({
  startedAt: isoTime(startedAt),
  endedAt: isoTime(endedAt),
  ...outcome,
})

const lastScanLine = ({ endedAt, outcome, reason }: ScanOutcome): string =>
  `The last scan ended ${isoTime(endedAt)}: ${outcome}${reason === null ? '' : `, ${reason}`}.`
