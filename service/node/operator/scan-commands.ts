/** The nightly scan, by hand. */
import type { Batch } from '#service/store/batches.ts'
import type { Answer, CommandGroup } from './command.ts'

export const scanCommands: CommandGroup = {
  help: `  scan run                                scans the market now and publishes the batch
  scan status                             the latest batch`,
  commands: {
    'scan run': {
      async run({ store, environment }) {
        // Loaded where needed: every other command is done sooner without them.
        const [{ openMarket }, { serviceCrew }, { runScan }] = await Promise.all([
          import('#service/node/market-choice.ts'),
          import('#service/node/scan-threads/service-crew.ts'),
          import('#service/scan/scan.ts'),
        ])
        const { market: choice, dataDir } = environment
        const market = await openMarket(choice, (_, event, fields) =>
          process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
        )
        try {
          await runScan({ market, batches: store.batches, openCrew: serviceCrew(choice, dataDir) })
        } finally {
          await market.close()
        }
        return status(await store.batches.latest())
      },
    },
    'scan status': { run: async ({ store }) => status(await store.batches.latest()) },
  },
}

function status(batch: Batch | undefined): Answer {
  if (!batch) return { data: null, text: 'No scan has been published yet.' }
  const { id, dateOfScan, tradingDay, durationMs, universeSize, ideas, failures } = batch
  const data = {
    id,
    dateOfScan,
    tradingDay,
    durationMs: Math.round(durationMs),
    universeSize,
    ideas: ideas.length,
    failures,
  }
  return {
    data,
    text: `Batch ${id}: ${ideas.length} ideas out of ${universeSize} symbols, day ${tradingDay}, scanned ${dateOfScan}, ${failures.length} failures.`,
  }
}
