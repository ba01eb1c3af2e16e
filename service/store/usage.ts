/** Usage of licensed market data, for the reports that exchanges require. */
import type { DataClass } from '#contract/responses/data-class.ts'

/** Licensed data of a class was shown to a user in a month. */
export type Usage = {
  /** Month of the exchange, `YYYY-MM`. */
  readonly month: string
  readonly partnerId: string
  /** Keyed hash of the userId, or `key:<id>` for an API key: a store has no user ids. */
  readonly user: string
  readonly dataClass: DataClass
}

/** Number of users of a partner whose highest class in a month is `dataClass`. */
export type UsageCount = {
  readonly partnerId: string
  readonly dataClass: DataClass
  readonly users: number
}

export interface UsageRepository {
  /** Recording the same usage again changes nothing. */
  record(usage: Usage): Promise<void>
  /**
   * Numbers of users of a month, by partner id and then by class, the most restricted first. Each user of a
   * partner counts once, for the highest class. Combinations without users are absent.
   */
  counts(month: string): Promise<readonly UsageCount[]>
}
