/** An OpenTelemetry collector on a local port, which records what arrives. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedExport = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Collector = {
  readonly url: string
  readonly received: readonly ReceivedExport[]
  /** Closes all connections. */
  readonly close: () => Promise<void>
}

type KeyValue = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type Attributed = { readonly attributes: readonly KeyValue[] }

export type ReceivedSpan = Attributed & {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number }
}

export type ReceivedPoint = Attributed & {
  readonly asDouble?: number
  readonly count?: number
  readonly sum?: number
  readonly bucketCounts?: readonly number[]
  readonly explicitBounds?: readonly number[]
}

export type ReceivedMetric = {
  readonly name: string
  readonly unit: string
  readonly description: string
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly ReceivedPoint[] }
  readonly gauge?: { readonly dataPoints: readonly ReceivedPoint[] }
  readonly histogram?: { readonly dataPoints: readonly ReceivedPoint[] }
}

const succeed = (response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')

/** @param respond writes the response to an export; succeeds by default */
export async function startCollector(
  respond: (response: ServerResponse) => void = succeed,
): Promise<Collector> {
  const received: ReceivedExport[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      respond(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const jsonOf = ({ body }: ReceivedExport) =>
  JSON.parse(body.toString('utf8')) as Readonly<Record<string, never>>

/** The spans that have arrived as JSON. */
export const spansIn = ({ received }: Collector): readonly ReceivedSpan[] =>
  received
    .filter(({ path }) => path.endsWith('/v1/traces'))
    .flatMap(
      (message) =>
        jsonOf(message) as unknown as {
          resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
        },
    )
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
    .flatMap(({ spans }) => spans)

type MetricsMessage = {
  readonly resourceMetrics: readonly {
    readonly resource: Attributed
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[]
  }[]
}

/** The last metrics that have arrived as JSON, and the attributes of their process; undefined if none have. */
export function metricsIn({ received }: Collector) {
  const last = received.findLast(({ path }) => path.endsWith('/v1/metrics'))
  if (!last) return undefined
  const { resourceMetrics } = jsonOf(last) as unknown as MetricsMessage
  return {
    resource: attributesIn(resourceMetrics[0]!.resource),
    metrics: resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics),
  }
}

/** Attributes by name. */
export const attributesIn = ({ attributes }: Attributed): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
