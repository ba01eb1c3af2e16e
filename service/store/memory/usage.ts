/** Usage of licensed market data, in memory. */
import { dataClasses } from '#contract/responses/data-class.ts'
import type { Usage, UsageRepository } from '../usage.ts'

export function memoryUsage(): UsageRepository {
  const recorded = new Map<string, Usage>()
  return {
    async record(usage) {
      recorded.set(JSON.stringify([usage.month, usage.partnerId, usage.user, usage.dataClass]), usage)
    },
    async counts(month) {
      const ofMonth = [...recorded.values()].filter((usage) => usage.month === month)
      const partnerIds = [...new Set(ofMonth.map(({ partnerId }) => partnerId))].toSorted()
      return partnerIds.flatMap((partnerId) => {
        const counted = new Set<string>()
        return dataClasses.flatMap((dataClass) => {
          const users = ofMonth.filter(
            (usage) =>
              usage.partnerId === partnerId && usage.dataClass === dataClass && !counted.has(usage.user),
          )
          for (const { user } of users) counted.add(user)
          return users.length > 0 ? [{ partnerId, dataClass, users: users.length }] : []
        })
      })
    },
  }
}
