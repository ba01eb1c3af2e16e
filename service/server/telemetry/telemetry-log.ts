/**
 * Log of the export: failures, and warnings of the SDK. A collector that is down fails every export, so that each kind
 * of failure has one line a minute.
 */
import { diag, DiagLogLevel } from '@opentelemetry/api'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { boundedLog } from '#service/shared/bounded-log.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { Log } from '#service/shared/log.ts'
import type { Stop } from '#service/shared/stop.ts'

export type TelemetrySignal = 'metrics' | 'traces'

export type TelemetryLog = {
  readonly exportFailed: (signal: TelemetrySignal, error: unknown) => void
  readonly flushFailed: (error: unknown) => void
  /** Returns the SDK's log to its initial state. */
  readonly stop: Stop
}

/** Maximum length of a reason: parts of it come from the collector. */
const maxReasonLength = 300

/**
 * Receives the SDK's warnings and errors, which are global to the process.
 *
 * @param secrets texts that no line may have, although a collector may return them
 */
export function openTelemetryLog(
  log: Log,
  elapsed: () => number,
  secrets: readonly string[] = [],
): TelemetryLog {
  const redacted = (reason: string) =>
    secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reason).slice(0, maxReasonLength)
  const bounded = () => boundedLog(log, elapsed, 1)
  const logs = { metrics: bounded(), traces: bounded(), sdk: bounded() }
  const reportWarning = (...parts: readonly unknown[]) => {
    // Other parts are objects of the SDK, such as the body of a response.
    const reason = parts.filter((part) => typeof part === 'string').join(': ')
    logs.sdk('warn', 'telemetry-sdk-warned', { reason: redacted(reason) })
  }
  const ignore = () => {}
  diag.setLogger(
    { error: reportWarning, warn: reportWarning, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  setGlobalErrorHandler((error) => reportWarning(errorMessage(error)))
  return {
    exportFailed: (signal, error) =>
      logs[signal]('warn', 'telemetry-export-failed', { signal, reason: redacted(reasonOf(error)) }),
    flushFailed: (error) => log('warn', 'telemetry-export-failed', { reason: redacted(errorMessage(error)) }),
    stop: () => diag.disable(),
  }
}

/** The status and its text. The body of a response is left out. */
function reasonOf(error: unknown): string {
  const status: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  const message = errorMessage(error)
  return typeof status === 'number' ? `HTTP ${status} ${message}`.trimEnd() : message
}
