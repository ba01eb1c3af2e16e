/**
 * `/openapi.json` (OpenAPI 3.1), generated from the routes and schemas of the contract. The
 * descriptions of schemas are in descriptions/, those of operations in *-operations.ts.
 */
import { accessRoutes, dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { accessOperation, doorOf } from './access-operations.ts'
import type { AccessRoute } from './access-operations.ts'
import { components } from './components.ts'
import { dataOperation } from './data-operations.ts'
import type { JsonSchema } from './json-schema.ts'
import { recordPaths } from './record-operations.ts'
import { serverOf, serversOf } from './servers.ts'
import type { Addresses } from './servers.ts'

export { jsonSchema } from './json-schema.ts'
export type { JsonSchema } from './json-schema.ts'
export { resolveRef } from './resolve-ref.ts'

const description = `Trade ideas (What), technical analysis (Why) and income strategies (How) for US stocks with listed options, read-only, as JSON over HTTPS.

**Doors.** The service has three doors with the same paths. The kind of credential selects the door: a subscription key (gateway), a bearer token (legacy) or a session (widget). A credential is refused at every other door.

**Units.** Every number has its unit in its description and in \`x-unit\`. A \`date-time\` is ISO 8601 in UTC; a \`date\` is a day in New York.

**Null.** A value that is not known is \`null\`, never 0 and never a neutral value. The field \`unknown\` of the same response gives the reason.

**Failures** have the type \`application/problem+json\` (RFC 9457), except those of \`POST ${accessRoutes.legacyToken.path}\`. Each code has a page: [/problems](/problems). A method that a path does not accept gets 405, and a host name without a door gets 421.

**Versions.** New fields and new values of open lists may appear at any time; nothing is renamed or removed within \`/api/v1\`. "Additive" marks additions to the documented look-ups.

The guide has examples for curl, JavaScript and Python: [/docs/data-api](/docs/data-api).`

const tags = [
  { name: 'What', description: 'Ideas of the overnight scan.' },
  { name: 'Why', description: 'Technical analysis, history and headlines of one symbol.' },
  { name: 'How', description: 'Covered calls and cash-secured short puts.' },
  { name: 'Market', description: 'Symbol search and tone of the market.' },
  {
    name: 'Record',
    description: 'What was published, and what came of it: signed files, without a credential.',
  },
  { name: 'Tokens', description: 'Tokens that are issued to a server.' },
  {
    name: 'Widget session',
    description: 'Operations for the frame of the widget. Pages embed the widget instead of calling them.',
  },
]

/** Without configured hosts. The server addresses are then relative to that of the document. */
const relativeAddresses: Addresses = {
  protocol: 'https:',
  hosts: { gateway: null, legacy: null, widget: null },
}

/** Creates the document for configured hosts. */
export function openApi(version: string, addresses: Addresses = relativeAddresses): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(dataRoutes) as DataRoute[])
    paths[dataRoutes[name].path] = { get: dataOperation(name) }
  for (const name of Object.keys(accessRoutes) as AccessRoute[]) {
    const { path, method } = accessRoutes[name]
    const server = serverOf(addresses, doorOf(name))
    const operation = { ...accessOperation(name), ...(server ? { servers: [server] } : {}) }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  Object.assign(paths, recordPaths)
  const widget = serverOf(addresses, 'widget') ?? serversOf(addresses)[0]!
  const legacy = serverOf(addresses, 'legacy')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Options Analysis Service',
      version,
      summary: 'Options trade ideas, technical analysis and income strategies.',
      description,
      contact: { name: 'Support', url: joinPath(widget.url, '/help/support') },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: serversOf(addresses),
    tags,
    paths,
    components: components(joinPath(legacy?.url, accessRoutes.legacyToken.path)),
    externalDocs: { description: 'The guide to the data API', url: '/docs/data-api' },
  }
}

/** Returns the address of a path on a server. */
const joinPath = (server: string | undefined, path: string): string =>
  server === undefined || server === '/' ? path : server + path
