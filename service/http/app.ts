/** The HTTP surface: the route table, and the request handler over it. Web-standard APIs only. */
import { dataTable } from './routes/data.ts'
import type { DataParts } from './routes/data.ts'
import { documentsTable } from './documents/documents.ts'
import type { DocumentsParts } from './documents/documents.ts'
import { createRequestHandler } from './request-handler.ts'
import type { RequestHandler, RequestHandlerParts } from './request-handler.ts'
import { playgroundTable } from './documents/playground.ts'
import type { PlaygroundParts } from './documents/playground.ts'
import { operationsTable } from './routes/operations.ts'
import type { OperationsParts } from './routes/operations.ts'
import { policyReportsTable } from './routes/policy-reports.ts'
import type { Route } from './route.ts'
import { webFetch } from './web.ts'
import type { WebFetch } from './web.ts'
import { noFiles } from './documents/site-files.ts'
import type { SiteFiles } from './documents/site-files.ts'
import { problemPageRoutes } from './problems/problem-pages.ts'
import { staticTable } from './documents/static-responses.ts'
import { widgetTable } from './routes/widget.ts'
import type { WidgetParts } from './routes/widget.ts'

export type App = RequestHandler & {
  /** The same for web-standard requests: mocks and tests. */
  readonly fetch: WebFetch
}

export type AppParts = DataParts &
  DocumentsParts &
  RequestHandlerParts &
  OperationsParts &
  PlaygroundParts &
  WidgetParts

/** The route table: every response of the service comes from one of its rows. The first matching row wins. */
function routeTable(parts: AppParts, files: SiteFiles): readonly Route[] {
  return [
    ...dataTable(parts),
    ...widgetTable(parts),
    ...operationsTable(parts),
    // Its pages lie below those of the documentation.
    ...playgroundTable(parts, files),
    ...documentsTable(parts, files),
    ...staticTable(files),
    ...problemPageRoutes(),
    ...policyReportsTable(parts),
  ]
}

/** Builds the route table and its request handler once. */
export function createApp(parts: AppParts, files: SiteFiles = noFiles): App {
  const handler = createRequestHandler(parts, routeTable(parts, files))
  return { ...handler, fetch: webFetch(handler.respond) }
}
