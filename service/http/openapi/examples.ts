/**
 * One response of every look-up, from the simulated market at a fixed time. examples.test.ts
 * generates them.
 */
import type { DataRoute } from '#contract/api/routes.ts'
import type { JsonSchema } from './json-schema.ts'
import examplesJson from './examples.json' with { type: 'json' }

export const examples: Readonly<Record<DataRoute, JsonSchema>> = examplesJson
