/**
 * The HTTP surface as one function, `Request → Response`. Web-standard APIs only: `node/` puts it behind a socket,
 * the mock behind the page's own `fetch`.
 */
import { Hono } from 'hono'
import { dataTable } from './data.ts'
import type { DataParts } from './data.ts'
import { documentsTable } from './documents.ts'
import type { DocumentsParts } from './documents.ts'
import { createAnswer } from './middleware.ts'
import type { MiddlewareParts } from './middleware.ts'
import { playgroundTable } from './playground.ts'
import type { PlaygroundParts } from './playground.ts'
import { operationsTable } from './operations.ts'
import type { OperationsParts } from './operations.ts'
import { policyReportsTable } from './policy-reports.ts'
import type { Route, SocketContext } from './route.ts'
import { noFiles } from './site-files.ts'
import type { SiteFiles } from './site-files.ts'
import { problemPagesTable } from './problems/problem-pages.ts'
import { staticTable } from './static-answers.ts'
import { widgetTable } from './widget.ts'
import type { WidgetParts } from './widget.ts'

export type App = { fetch(request: Request, socket?: SocketContext): Promise<Response> }

export type AppParts = DataParts &
  DocumentsParts &
  MiddlewareParts &
  OperationsParts &
  PlaygroundParts &
  WidgetParts

/** The one table: whatever the service answers is a row of it. A path is found in the order of the rows. */
function routeTable(parts: AppParts, files: SiteFiles): readonly Route[] {
  return [
    ...dataTable(parts),
    ...widgetTable(parts),
    ...operationsTable(parts),
    // Its pages lie below those of the documentation.
    ...playgroundTable(parts, files),
    ...documentsTable(parts, files),
    ...staticTable(files),
    ...problemPagesTable(),
    ...policyReportsTable(parts),
  ]
}

/** Builds the table once. Hono only finds the rows of a path: all else is done by what every answer goes through. */
export function createApp(parts: AppParts, files: SiteFiles = noFiles): App {
  const answer = createAnswer(parts)
  const app = new Hono<{ Bindings: SocketContext }>()
  for (const [path, rows] of Map.groupBy(routeTable(parts, files), (row) => row.path))
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => answer(rows, c.req.raw, c.env, c.req.param()))
  app.notFound((c) => answer([], c.req.raw, c.env))
  return { fetch: async (request, socket = {}) => app.fetch(request, socket) }
}
