/**
 * `node openapi-types.ts <document>` prints TypeScript types for a client, which openapi-typescript generates from an
 * OpenAPI document. It is a separate process, because the generator needs TypeScript's API, which `typescript` 7 does
 * not have: a resolve hook gives it the compiler of `@ts-morph/common`.
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
})

const { astToString, default: openapiTs } = await import('openapi-typescript')
const [document] = process.argv.slice(2)
if (document === undefined) throw new Error('usage: node openapi-types.ts <document>')
process.stdout.write(astToString(await openapiTs(new URL(document))))
