/** The HTTP application: route table and request handler. Uses only web-standard APIs. */
import { createDataRoutes } from './routes/data.ts'
import type { DataParts } from './routes/data.ts'
import { createDocumentRoutes } from './documents/documents.ts'
import type { DocumentsParts } from './documents/documents.ts'
import { createFontRoutes } from './fonts/font-routes.ts'
import type { FontParts } from './fonts/font-routes.ts'
import { createRecordRoutes } from './record/record-routes.ts'
import type { RecordRouteParts } from './record/record-routes.ts'
import { createRequestHandler } from './request-handler.ts'
import type { RequestHandler, RequestHandlerParts } from './request-handler.ts'
import { createPlaygroundRoutes } from './documents/playground.ts'
import type { PlaygroundParts } from './documents/playground.ts'
import { createMetricReader, createOperationsRoutes } from './routes/operations.ts'
import type { OperationsParts, ReadMetrics } from './routes/operations.ts'
import { createPolicyReportRoutes } from './routes/policy-reports.ts'
import type { Route } from './route.ts'
import { webFetch } from './web.ts'
import type { WebFetch } from './web.ts'
import { noFiles } from './documents/site-files.ts'
import type { SiteFiles } from './documents/site-files.ts'
import { createProblemPageRoutes } from './problems/problem-pages.ts'
import { createStaticRoutes } from './documents/static-routes.ts'
import type { StaticRouteParts } from './documents/static-routes.ts'
import { createWidgetRoutes } from './routes/widget.ts'
import type { WidgetParts } from './routes/widget.ts'

export type App = RequestHandler & {
  /** Handles web-standard requests, for mocks and tests. */
  readonly fetch: WebFetch
  readonly readMetrics: ReadMetrics
}

export type AppParts = DataParts &
  DocumentsParts &
  FontParts &
  RequestHandlerParts &
  OperationsParts &
  PlaygroundParts &
  RecordRouteParts &
  StaticRouteParts &
  WidgetParts

/** Returns the route table. The first row that matches a path handles it. */
function routeTable(
  parts: AppParts,
  files: SiteFiles,
  readMetrics: ReadMetrics,
  respond: RequestHandler['respond'],
): readonly Route[] {
  return [
    ...createDataRoutes(parts),
    ...createWidgetRoutes(parts, respond),
    ...createOperationsRoutes(parts, readMetrics),
    // Before the documentation, whose routes match its pages, too.
    ...createPlaygroundRoutes(parts, files),
    ...createDocumentRoutes(parts, files),
    ...createStaticRoutes(parts, files),
    ...createFontRoutes(parts),
    ...createRecordRoutes(parts, files),
    ...createProblemPageRoutes(),
    ...createPolicyReportRoutes(parts),
  ]
}

/** Builds the route table and its request handler once. */
export function createApp(parts: AppParts, files: SiteFiles = noFiles): App {
  const readMetrics = createMetricReader(parts)
  const routes = routeTable(parts, files, readMetrics, (request) => handler.respond(request))
  const handler: RequestHandler = createRequestHandler(parts, routes)
  return { ...handler, fetch: webFetch(handler.respond), readMetrics }
}
