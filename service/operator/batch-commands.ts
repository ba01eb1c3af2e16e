/** The batches that are kept: which there are, and going back to one. */
import { recordedChanges } from '#service/access/operator/audit.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { BatchSummary } from '#service/store/batches.ts'
import type { CommandGroup } from './command.ts'

export const batchCommands: CommandGroup = {
  help: `  batch list                              the batches that are kept, the newest first
  batch rollback [id]                     serves the batch before the current one again, or the one of that id,
                                          until the next scan publishes`,
  commands: {
    'batch list': {
      most: 0,
      async run({ store }) {
        const batches = await store.batches.list()
        return { data: batches, text: batches.map(lineOf).join('\n') || 'No scan has been published yet.' }
      },
    },
    'batch rollback': {
      most: 1,
      async run({ store, words: [id] }) {
        const batch = await recordedChanges(
          store,
          'operator',
          Date.now,
        )(async ({ batches, record }) => {
          const before = await batches.latest()
          const served = await batches.rollback(id)
          if (!served)
            throw new OperatorError(
              id === undefined ? 'There is no batch before the current one.' : `There is no batch "${id}".`,
            )
          const details = { from: before?.id ?? null }
          await record({ action: 'batch-rolled-back', partnerId: null, subject: served.id, details })
          return served
        })
        return {
          data: await store.batches.list(),
          text: `Batch ${batch.id} of ${batch.tradingDay} is served again, until the next scan publishes.`,
        }
      },
    },
  },
}

const lineOf = ({
  id,
  tradingDay,
  dateOfScan,
  ideas,
  failures,
  universeSize,
  isCurrent,
}: BatchSummary): string =>
  `${isCurrent ? '*' : ' '} ${id}  day ${tradingDay}  scanned ${dateOfScan}  ${ideas} ideas out of ${universeSize} symbols  ${failures} failures`
