/** The batches in the store: list them, and go back to an earlier one. */
import { auditedTransactions } from '#service/access/operator/audit.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { BatchSummary } from '#service/store/batches.ts'
import { defineCommand, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'

const list = defineCommand({
  summary: 'Lists the batches in the store, newest first.',
  needs: 'store',
  example: 'batch list',
  async run({ store }) {
    const batches = await store.batches.list()
    return { data: batches, text: linesOr(batches.map(lineOf), 'No scan has been published yet.') }
  },
})

const rollback = defineCommand({
  summary: 'Serves an earlier batch again until the next scan.',
  arguments: { id: { meaning: 'id of the batch', otherwise: 'the batch before the current one' } },
  needs: 'cluster',
  example: 'batch rollback',
  async run({ store, user }, { id }) {
    const runAudited = auditedTransactions(store, { actor: 'operator', details: user }, Date.now)
    const batch = await runAudited(async ({ batches, record }) => {
      const previous = await batches.latest()
      const served = await batches.rollback(id)
      if (!served)
        throw new OperatorError(
          id === undefined ? 'There is no batch before the current one.' : `There is no batch "${id}".`,
        )
      const details = { from: previous?.id ?? null }
      await record({ action: 'batch-rolled-back', partnerId: null, subject: served.id, details })
      return served
    })
    return {
      data: await store.batches.list(),
      text: `Batch ${batch.id} of ${batch.tradingDay} is served again, until the next scan publishes.`,
    }
  },
})

export const batchCommands: CommandGroup = {
  summary: 'Results of the nightly scan',
  commands: { list, rollback },
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
