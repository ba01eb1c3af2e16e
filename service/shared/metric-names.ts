/** Names of all metrics with type, labels and meaning. docs/operating.md has the same list. */

export type MetricFamily = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Label values are bounded: names in the code and codes of a contract, never text from a caller. */
  readonly labels?: readonly string[]
}

export const metricFamilies = {
  service_requests_total: {
    type: 'counter',
    help: 'Requests with a response; opening a feed counts as route `feed` with status 101.',
    labels: ['route', 'status'],
  },
  service_request_duration_seconds: { type: 'histogram', help: 'Response time.', labels: ['route'] },
  service_rate_limited_total: {
    type: 'counter',
    help: 'Requests refused by a rate limit.',
    labels: ['limit'],
  },
  service_credentials_refused_total: { type: 'counter', help: 'Credentials refused.', labels: ['door'] },
  service_connection_refusals_total: {
    type: 'counter',
    help: 'Connections that a limit refused or closed, by cause: full, displaced, pipelined, pipelined-address, unread, unread-address.',
    labels: ['cause'],
  },

  service_analyses_running: { type: 'gauge', help: 'Analyses that are running.' },
  service_analyses_waiting: { type: 'gauge', help: 'Analyses that wait in the queue.' },
  service_analysis_wait_seconds: {
    type: 'histogram',
    help: 'Time that an analysis waited before it started; 0 if it started at once.',
  },
  service_analysis_refusals_total: {
    type: 'counter',
    help: 'Analyses refused by the queue, by cause: caller-full, queue-full, displaced.',
    labels: ['cause'],
  },

  service_feed_connections: { type: 'gauge', help: 'Open feed connections.' },
  service_feed_frames_total: { type: 'counter', help: 'Feed frames sent.' },
  service_feed_refusals_total: { type: 'counter', help: 'Feed connections refused.', labels: ['reason'] },
  service_feed_closes_total: {
    type: 'counter',
    help: 'Feed connections closed by the service.',
    labels: ['code'],
  },

  service_store_failures_total: { type: 'counter', help: 'Failed store calls.', labels: ['call'] },

  service_store_connections_in_use: {
    type: 'gauge',
    help: 'Connections to Postgres that a call uses. Absent without Postgres.',
  },
  service_store_connections_idle: {
    type: 'gauge',
    help: 'Connections to Postgres that are free. Absent without Postgres.',
  },
  service_store_calls_waiting: {
    type: 'gauge',
    help: 'Store calls that wait for a connection to Postgres. Absent without Postgres.',
  },
  service_sessions_open: {
    type: 'gauge',
    help: 'Open sessions in the store, of all nodes; counted at most once a minute.',
  },
  service_backup_last_timestamp_seconds: {
    type: 'gauge',
    help: 'Last backup by `admin backup`, seconds since 1970. Absent without one.',
  },

  service_scan_outcomes_total: {
    type: 'counter',
    help: 'Scans since the store was created, by outcome: published, refused, failed.',
    labels: ['outcome'],
  },
  service_scan_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'End of the last scan that published a batch, seconds since 1970.',
  },
  service_scan_last_duration_seconds: { type: 'gauge', help: 'Duration of the last scan.' },
  service_scan_failures: {
    type: 'gauge',
    help: 'Symbols that the market source could not deliver in the last scan.',
  },
  service_batch_age_seconds: {
    type: 'gauge',
    help: 'Age of the latest batch, by the market clock.',
  },

  service_cluster_joined: {
    type: 'gauge',
    help: '1 if the node receives invalidation events from the other nodes. Absent without Redis.',
  },
  service_redis_latency_seconds: {
    type: 'gauge',
    help: 'Longest of the last 15 heartbeats to Redis, one a second. Absent while disconnected.',
  },
  service_limits_shared: {
    type: 'gauge',
    help: '1 if all nodes share their limits, 0 if this node counts separately.',
  },
  service_market_source: {
    type: 'gauge',
    help: '1 if this node watches the market: for all nodes, or for itself while it is disconnected.',
  },
  service_market_part_state: {
    type: 'gauge',
    help: '1 for the present state of a kind of market data at its source, 0 for the others: working, failing, denied.',
    labels: ['capability', 'source', 'state'],
  },

  service_build_info: {
    type: 'gauge',
    help: 'The running version; always 1.',
    labels: ['version', 'node'],
  },
  service_log_lines_dropped_total: {
    type: 'counter',
    help: 'Log lines dropped because the disk is full or the log pipe is not read.',
  },
  service_telemetry_spans_dropped_total: {
    type: 'counter',
    help: 'Sampled spans that were not exported, by cause: own-rate, caller-rate, queue-full, export-failed.',
    labels: ['cause'],
  },
  service_telemetry_export_failures_total: {
    type: 'counter',
    help: 'Exports to the OpenTelemetry collector that failed, by signal: metrics, traces.',
    labels: ['signal'],
  },
  service_tls_certificate_expiry_seconds: {
    type: 'gauge',
    help: 'Expiry of the certificate in use, seconds since 1970.',
  },
  service_tls_reload_failures_total: {
    type: 'counter',
    help: 'Certificates on disk that could not be used; the previous one stays in use.',
  },

  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape, median.',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape, 99th percentile.',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape, longest.',
  },
  nodejs_heap_size_total_bytes: { type: 'gauge', help: 'Size of the heap.' },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'Used part of the heap.' },
  nodejs_external_memory_bytes: { type: 'gauge', help: 'Memory outside the heap, such as buffers.' },
  process_cpu_seconds_total: { type: 'counter', help: 'CPU time of the process, all threads.' },
  process_open_fds: { type: 'gauge', help: 'Open file descriptors: files and sockets.' },
  process_max_fds: { type: 'gauge', help: 'Maximum number of open file descriptors.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process.' },
  process_start_time_seconds: { type: 'gauge', help: 'Start of the process, seconds since 1970.' },
} as const satisfies Readonly<Record<string, MetricFamily>>

export type MetricName = keyof typeof metricFamilies
export const metricNames = Object.keys(metricFamilies) as readonly MetricName[]

export const familyOf = (name: MetricName): MetricFamily => metricFamilies[name]

type OfType<Type extends MetricFamily['type']> = {
  [Name in MetricName]: (typeof metricFamilies)[Name] extends { type: Type } ? Name : never
}[MetricName]
export type CounterName = OfType<'counter'>
export type GaugeName = OfType<'gauge'>
export type HistogramName = OfType<'histogram'>

/** A value for each of a metric's labels; `{}` if it has none. */
export type LabelsOf<Name extends MetricName> = (typeof metricFamilies)[Name] extends {
  labels: readonly (infer Label extends string)[]
}
  ? { readonly [LabelName in Label]: string | number }
  : Readonly<Record<string, never>>
