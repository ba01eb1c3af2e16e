/**
 * All schema descriptions. Only the service loads them: the widget's code has the schemas without
 * descriptions.
 */
import { accessWords } from './access.ts'
import { chainWords } from './chain.ts'
import { ideaWords } from './ideas.ts'
import { incomeWords } from './income.ts'
import { lookupWords } from './lookups.ts'
import { rollWords } from './roll.ts'
import { scenarioWords } from './scenario.ts'
import { whyWords } from './why.ts'
import type { SchemaName } from '#service/http/openapi/named-schemas.ts'
import type { WordsOf } from './words.ts'

export const schemaWords: WordsOf<SchemaName> = {
  ...ideaWords,
  ...whyWords,
  ...incomeWords,
  ...chainWords,
  ...rollWords,
  ...lookupWords,
  ...scenarioWords,
  ...accessWords,
}
