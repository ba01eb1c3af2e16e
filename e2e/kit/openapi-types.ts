/**
 * Types of a partner's client, generated from an OpenAPI document by openapi-typescript: `node
 * openapi-types.ts <document>` prints them. A separate process, because the generator needs TypeScript's API,
 * which `typescript` 7 does not have: it gets the compiler of `@ts-morph/common`.
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
