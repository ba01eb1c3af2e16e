/** The demo account. */
import { ensureDemo } from '#service/access/demo.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { demoOrigins } from '#service/server/config/environment.ts'
import { defineCommand, linesOf } from './command.ts'
import type { CommandGroup } from './command.ts'

const credentials = defineCommand({
  summary: 'Prints the keys of the demo account.',
  details: 'The account exists in the embedded store only: start the service once with the same DATA_DIR.',
  needs: 'cluster',
  example: 'demo credentials --json',
  async run({ store, operator, hash, environment }) {
    if (environment.databaseUrl !== null)
      throw new OperatorError(
        'The demo account is only in the embedded store: with DATABASE_URL use "partner add" and "key issue".',
      )
    const data = await ensureDemo({ store, operator, hash }, demoOrigins(environment.demoPort))
    return { data, text: linesOf(data) }
  },
})

export const demoCommands: CommandGroup = { summary: 'Demo account', commands: { credentials } }
