/** The demo account. */
import { ensureDemo } from '#service/access/demo.ts'
import { demoOrigins } from '#service/node/environment.ts'
import { linesOf } from './command.ts'
import type { CommandGroup } from './command.ts'

export const demoCommands: CommandGroup = {
  help: `  demo credentials                        the demo account's keys (embedded default only)`,
  commands: {
    'demo credentials': {
      async run({ store, operator, hash, environment }) {
        const credentials = await ensureDemo({ store, operator, hash }, demoOrigins(environment.demoPort))
        return { data: credentials, text: linesOf(credentials) }
      },
    },
  },
}
