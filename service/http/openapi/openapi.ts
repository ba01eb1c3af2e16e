/**
 * `/openapi.json` (OpenAPI 3.1), generated from the routes and schemas of the contract. Descriptions are in
 * openapi/: those of schemas in descriptions/, those of operations beside them.
 */
import { accessRoutes, dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { accessOperation, doorOf } from './access-operations.ts'
import type { AccessRoute } from './access-operations.ts'
import { components } from './components.ts'
import { dataOperation } from './data-operations.ts'
import type { JsonSchema } from './json-schema.ts'
import { serverOf, serversOf } from './servers.ts'
import type { Addresses } from './servers.ts'

export { jsonSchema } from './json-schema.ts'
export type { JsonSchema } from './json-schema.ts'
export { resolveRef } from './resolve-ref.ts'

const description = `Trade ideas (What), technical analysis (Why) and income strategies (How) for US stocks with listed options, read-only, as JSON over HTTPS.

**Doors.** The paths are the same at three doors; the credential presented picks one: a subscription key (gateway), a bearer token (legacy), a session (widget). A credential is refused at every other door.

**Units.** Every number has its unit in its description and as \`x-unit\`. \`date-time\` is ISO 8601 UTC; \`date\` is a day in New York.

**Null.** What is not known is \`null\`, never 0 and never a neutral value; \`unknown\` beside it says why.

**Failures** are \`application/problem+json\` (RFC 9457), except those of \`POST ${accessRoutes.legacyToken.path}\`. Each code has a page: [/problems](/problems). A path that takes another method answers 405, a host name of nobody 421.

**Versions.** New fields and new values of open lists may appear at any time; nothing is renamed or removed within \`/api/v1\`. "Additive" marks what is beside the documented look-ups.

The guide, with examples for curl, JavaScript and Python: [/docs/data-api](/docs/data-api).`

const tags = [
  { name: 'What', description: 'The ideas of the overnight scan.' },
  { name: 'Why', description: 'Technical analysis of one symbol, its history and its headlines.' },
  { name: 'How', description: 'Covered calls and cash-secured short puts.' },
  { name: 'Market', description: 'Search for symbols, and the tone of the market.' },
  { name: 'Tokens', description: 'Tokens that a server asks for.' },
  {
    name: 'Widget session',
    description: 'What the widget’s own frame calls; pages embed the widget instead.',
  },
]

/** For a local host: server addresses are relative to that of the document. */
const anywhere: Addresses = {
  asked: { protocol: 'http:', host: 'localhost', hostname: 'localhost' },
  hosts: { gateway: null, legacy: null, widget: null },
}

/** Creates the document for a requested address. */
export function openApi(version: string, addresses: Addresses = anywhere): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(dataRoutes) as DataRoute[])
    paths[dataRoutes[name].path] = { get: dataOperation(name) }
  for (const name of Object.keys(accessRoutes) as AccessRoute[]) {
    const { path, method } = accessRoutes[name]
    const own = serverOf(addresses, doorOf(name))
    const operation = { ...accessOperation(name), ...(own ? { servers: [own] } : {}) }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  const widget = serverOf(addresses, 'widget') ?? serversOf(addresses)[0]!
  const legacy = serverOf(addresses, 'legacy')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Options Analysis Service',
      version,
      summary: 'Options trade ideas, technical analysis and income strategies.',
      description,
      contact: { name: 'Support', url: at(widget.url, '/help/support') },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: serversOf(addresses),
    tags,
    paths,
    components: components(at(legacy?.url, accessRoutes.legacyToken.path)),
    externalDocs: { description: 'The guide to the data API', url: '/docs/data-api' },
  }
}

/** One path with its server. */
const at = (server: string | undefined, path: string): string =>
  server === undefined || server === '/' ? path : server + path
