/** The demo account. */
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { ensureDemo } from '#service/access/demo.ts'
import { demoOrigins } from '#service/server/config/environment.ts'
import { linesOf } from './command.ts'
import type { CommandGroup } from './command.ts'

export const demoCommands: CommandGroup = {
  help: `  demo credentials                        the demo account's keys (embedded default only)`,
  commands: {
    'demo credentials': {
      begins: true,
      async run({ store, operator, hash, environment }) {
        if (environment.databaseUrl !== null)
          throw new OperatorError(
            'The demo account is only in the embedded store: with DATABASE_URL use "partner add" and "key issue".',
          )
        const credentials = await ensureDemo({ store, operator, hash }, demoOrigins(environment.demoPort))
        return { data: credentials, text: linesOf(credentials) }
      },
    },
  },
}
