/**
 * All schema descriptions. They are not in the contract, so that the widget does not load them.
 */
import { accessDescriptions } from './access.ts'
import { chainDescriptions } from './chain.ts'
import { ideaDescriptions } from './ideas.ts'
import { incomeDescriptions } from './income.ts'
import { lookupDescriptions } from './lookups.ts'
import { recordDescriptions } from './record.ts'
import { rollDescriptions } from './roll.ts'
import { scenarioDescriptions } from './scenario.ts'
import { whyDescriptions } from './why.ts'
import type { SchemaName } from '#service/http/openapi/named-schemas.ts'
import type { DescriptionsOf } from './types.ts'

export const schemaDescriptions: DescriptionsOf<SchemaName> = {
  ...ideaDescriptions,
  ...whyDescriptions,
  ...incomeDescriptions,
  ...chainDescriptions,
  ...rollDescriptions,
  ...lookupDescriptions,
  ...scenarioDescriptions,
  ...recordDescriptions,
  ...accessDescriptions,
}
