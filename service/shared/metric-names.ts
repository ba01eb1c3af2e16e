/** Names of all metrics with type, labels and meaning. docs/operating.md has the same list. */

type Family = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Label values are bounded: names in the code and codes of a contract, never text from a caller. */
  readonly labels?: readonly string[]
}

export const families = {
  service_requests_total: {
    type: 'counter',
    help: 'Requests answered; a feed is opened by one of route `feed`, with 101.',
    labels: ['route', 'status'],
  },
  service_request_duration_seconds: { type: 'histogram', help: 'Time to answer.', labels: ['route'] },
  service_rate_limited_total: {
    type: 'counter',
    help: 'Requests refused because a limit was used up.',
    labels: ['limit'],
  },
  service_credentials_refused_total: { type: 'counter', help: 'Credentials refused.', labels: ['door'] },

  service_feed_connections: { type: 'gauge', help: 'Open feed connections.' },
  service_feed_frames_total: { type: 'counter', help: 'Feed frames sent.' },
  service_feed_refusals_total: { type: 'counter', help: 'Feed connections refused.', labels: ['reason'] },
  service_feed_closes_total: {
    type: 'counter',
    help: 'Feed connections closed by the service.',
    labels: ['code'],
  },

  service_store_failures_total: { type: 'counter', help: 'Calls that the store failed.', labels: ['call'] },

  service_scan_outcomes_total: {
    type: 'counter',
    help: 'Scans since the store was made, by what came of them: published, refused, failed.',
    labels: ['outcome'],
  },
  service_scan_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the last scan that published a batch ended, seconds since 1970.',
  },
  service_scan_last_duration_seconds: { type: 'gauge', help: 'How long the last scan took.' },
  service_scan_failures: { type: 'gauge', help: 'Symbols that the source failed at in the last scan.' },
  service_batch_age_seconds: {
    type: 'gauge',
    help: 'Age of the latest batch on the clock of the market.',
  },

  service_cluster_joined: {
    type: 'gauge',
    help: '1 where the node hears at once of what ended at others; without Redis there is no such line.',
  },
  service_limits_shared: {
    type: 'gauge',
    help: '1 where limits count for all nodes together, 0 where each counts for itself.',
  },
  service_market_source: {
    type: 'gauge',
    help: '1 where this node watches the market: one of all, or each that is cut off.',
  },

  service_build_info: {
    type: 'gauge',
    help: 'The version that runs; always 1.',
    labels: ['version', 'node'],
  },
  service_log_lines_dropped_total: {
    type: 'counter',
    help: 'Log lines that could not be written: the disk is full, or nobody reads them.',
  },
  service_tls_certificate_expiry_seconds: {
    type: 'gauge',
    help: 'When the certificate in use ends, seconds since 1970.',
  },
  service_tls_reload_failures_total: {
    type: 'counter',
    help: 'Certificates on disk that could not be used; the one before is still in use.',
  },

  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last look, median.',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last look, 99th percentile.',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last look, longest.',
  },
  nodejs_heap_size_total_bytes: { type: 'gauge', help: 'Size of the heap.' },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'Used part of the heap.' },
  nodejs_external_memory_bytes: { type: 'gauge', help: 'Memory outside of the heap: buffers and the like.' },
  process_cpu_seconds_total: { type: 'counter', help: 'CPU time of the process, all threads.' },
  process_open_fds: { type: 'gauge', help: 'Open file descriptors: files and sockets.' },
  process_max_fds: { type: 'gauge', help: 'Most file descriptors that the process may open.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process.' },
  process_start_time_seconds: { type: 'gauge', help: 'When the process began, seconds since 1970.' },
} as const satisfies Readonly<Record<string, Family>>

export type MetricName = keyof typeof families
export const metricNames = Object.keys(families) as readonly MetricName[]

export const familyOf = (name: MetricName): Family => families[name]

type OfType<Type extends Family['type']> = {
  [Name in MetricName]: (typeof families)[Name] extends { type: Type } ? Name : never
}[MetricName]
export type CounterName = OfType<'counter'>
export type GaugeName = OfType<'gauge'>
export type HistogramName = OfType<'histogram'>

/** A value for each of a metric's labels; `{}` where it has none. */
export type LabelsOf<Name extends MetricName> = (typeof families)[Name] extends {
  labels: readonly (infer Label extends string)[]
}
  ? { readonly [One in Label]: string | number }
  : Readonly<Record<string, never>>
