/**
 * Types of a partner's client, made from an OpenAPI document by openapi-typescript: `node openapi-types.ts <document>` prints
 * them. A process of its own, because the generator wants TypeScript's API, which `typescript` 7 does not have: it is given
 * the compiler that `@ts-morph/common` brings, as a partner's project gives it the one it has.
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
})

const { astToString, default: openapiTs } = await import('openapi-typescript')
const [document] = process.argv.slice(2)
if (document === undefined) throw new Error('Which document?')
process.stdout.write(astToString(await openapiTs(new URL(document))))
