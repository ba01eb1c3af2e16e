/** The nightly scan, by hand. */
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { Batch } from '#service/store/batches.ts'
import type { ScanOutcome } from '#service/store/scan-outcomes.ts'
import type { Store } from '#service/store/store.ts'
import type { CommandResult, CommandGroup } from './command.ts'

export const scanCommands: CommandGroup = {
  help: `  scan run                                scans the market now and publishes the batch
      --accept-failures                   also where so much failed or is missing that it would be refused
  scan status                             the batch that is served, and what became of the last scan`,
  commands: {
    'scan run': {
      begins: true,
      async run({ store, cluster, environment, flags }) {
        // Loaded where needed: every other command is done sooner without them.
        const [{ openMarket }, { servicePool }, { makeScanner }, { ScanRefused }] = await Promise.all([
          import('#service/markets/registry.ts'),
          import('#service/server/scan-pool/worker-pool.ts'),
          import('#service/scan/schedule.ts'),
          import('#service/scan/validate-batch.ts'),
        ])
        const market = await openMarket(environment.market, {
          purpose: 'scan',
          log: (_level, event, fields) => void process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
        })
        try {
          const { batches, scans } = store
          const acceptFailures = flags['accept-failures'] === true
          const own = makeScanner({
            market,
            batches,
            scans,
            openPool: servicePool(environment),
            acceptFailures,
          })
          // Another's scan that was refused meanwhile is the answer, but for who wants it published all the same.
          const told = acceptFailures ? { batches } : { batches, scans }
          await (cluster?.oneScan(own, told) ?? own).run()
        } catch (error) {
          if (!(error instanceof ScanRefused)) throw error
          throw new OperatorError(`The scan is refused: ${error.message}. ${await whatStays(store)}`)
        } finally {
          await market.close()
        }
        return status(store)
      },
    },
    'scan status': { run: ({ store }) => status(store) },
  },
}

const whatStays = async ({ batches }: Pick<Store, 'batches'>): Promise<string> => {
  const batch = await batches.latest()
  return `${batch ? `Batch ${batch.id} of ${batch.tradingDay} stays` : 'There is no batch yet'}; --accept-failures publishes in spite of it.`
}

async function status({ batches, scans }: Pick<Store, 'batches' | 'scans'>): Promise<CommandResult> {
  const [batch, { last }] = await Promise.all([batches.latest(), scans.summary()])
  if (!batch && !last)
    return {
      data: null,
      text: 'No scan has ended yet. The first begins when the service starts, and takes seconds to minutes; its log says how it goes.',
    }
  return {
    data: { ...(batch ? factsOf(batch) : { id: null }), lastScan: last ? shown(last) : null },
    text: [
      batch ? lineOf(batch) : 'No scan has been published yet.',
      ...(last ? [lastScanLine(last)] : []),
    ].join('\n'),
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

const shown = ({ startedAt, endedAt, ...outcome }: ScanOutcome) => ({
  startedAt: new Date(startedAt).toISOString(),
  endedAt: new Date(endedAt).toISOString(),
  ...outcome,
})

const lastScanLine = ({ endedAt, outcome, reason }: ScanOutcome): string =>
  `The last scan ended ${new Date(endedAt).toISOString()}: ${outcome}${reason === null ? '' : `, ${reason}`}.`
