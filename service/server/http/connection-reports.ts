/** Reports of connections that a limit refuses or closes, for the operator: log lines and metrics. */
import { callerLog, logLinesPerMinute } from '#service/shared/bounded-log.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'

/**
 * Why a connection is refused or closed. `full`: all connections are taken, and no address has more. `displaced`: all
 * are taken, and its address has the most. `pipelined`: too many requests behind an unread response.
 * `pipelined-address`: its address had too many such connections. `unread`: too many bytes of unread responses.
 * `unread-address`: its address had too many of them, and this connection the most.
 */
export type ConnectionCause =
  | 'full'
  | 'displaced'
  | 'pipelined'
  | 'pipelined-address'
  | 'unread'
  | 'unread-address'

/**
 * Counts and logs a refused connection. `block`: address block of the client (`addressBlock`); undefined for a trusted
 * proxy.
 */
export type ReportConnection = (cause: ConnectionCause, block: string | undefined) => void

export type ConnectionReportParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/** Creates the reports. A block has one line a minute for each cause. */
export function createConnectionReports({ log, metrics, elapsed }: ConnectionReportParts): ReportConnection {
  const logOfCaller = callerLog(log, elapsed, logLinesPerMinute.connectionRefused)
  return (cause, block) => {
    metrics.count('service_connection_refusals_total', { cause })
    const address = block ?? 'trusted proxy'
    logOfCaller(`${cause} ${address}`, 'warn', 'connection-refused', { cause, address })
  }
}
