/** Usage of licensed market data, for the reports that exchanges require. */
import { dataClasses } from '#contract/responses/data-class.ts'
import type { UsageCount } from '#service/store/usage.ts'
import { defineCommand, fail, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

const report = defineCommand({
  summary: 'Counts the users of a month, by partner and licence class.',
  details:
    'A user counts once for each partner, for the highest class that was shown to them in the month of New York. An API key counts as one user. Simulated and recorded data is not counted.',
  arguments: { month: { meaning: 'the month, YYYY-MM' } },
  needs: 'store',
  example: 'usage report 2026-08',
  async run({ store }, { month }) {
    if (!monthPattern.test(month)) fail(`"${month}" is no month: expected YYYY-MM, such as 2026-08`)
    const [counts, partners] = await Promise.all([store.usage.counts(month), store.accounts.list()])
    const names = new Map(partners.map(({ id, name }) => [id, name]))
    const rows = counts.map((count) => ({ ...count, name: names.get(count.partnerId) ?? null }))
    const totals = dataClasses.map((dataClass) => ({ dataClass, users: totalOf(counts, dataClass) }))
    const lines = [
      ...rows.map(({ partnerId, name, dataClass, users }) =>
        [partnerId, name ?? '-', dataClass, users].join('  '),
      ),
      ...totals
        .filter(({ users }) => users > 0)
        .map(({ dataClass, users }) => `all partners  -  ${dataClass}  ${users}`),
    ]
    return {
      data: { month, partners: rows, totals },
      text: linesOr(lines, `No licensed market data was shown in ${month}.`),
    }
  },
})

const totalOf = (counts: readonly UsageCount[], dataClass: UsageCount['dataClass']): number =>
  counts.reduce((total, count) => (count.dataClass === dataClass ? total + count.users : total), 0)

export const usageCommands: CommandGroup = { summary: 'Usage of licensed market data', commands: { report } }
