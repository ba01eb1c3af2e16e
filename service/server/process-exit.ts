/** Ends the process on a signal or after a failed start. */
import { EnvironmentError } from '#service/shared/environment-error.ts'

/** Stops gracefully on SIGTERM or SIGINT. A second signal ends the process immediately. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false
  // SIGHUP reloads certificates (tls.ts). Without TLS it must not end the process.
  process.on('SIGHUP', () => {})
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      // The process ends within 5 s even if something hangs.
      setTimeout(() => process.exit(1), 4500).unref()
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** Prints an EnvironmentError as one line; any other error is unexpected and is printed with its stack. */
export function failStart(error: unknown): never {
  process.stderr.write(
    error instanceof EnvironmentError
      ? `${error.message}\n`
      : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}
