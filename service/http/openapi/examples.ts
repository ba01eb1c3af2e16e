/** One real answer of every look-up, from the simulated market at a fixed moment; examples.test.ts makes them. */
import type { DataRoute } from '#contract/api/routes.ts'
import type { JsonSchema } from './json-schema.ts'
import made from './examples.json' with { type: 'json' }

export const examples: Readonly<Record<DataRoute, JsonSchema>> = made
