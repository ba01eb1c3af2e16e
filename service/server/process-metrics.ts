/** Process metrics: processor, memory, descriptors, and event-loop delay. */
import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Readings } from '#service/shared/metrics.ts'

/** Sampling interval of the event loop, milliseconds: shorter delays may be missed. */
const resolutionMs = 10

export type ProcessWatch = {
  /** Returns current values. Those of the event loop cover the time since the last call. */
  readonly read: () => Readings
  readonly stop: () => void
}

/** Starts to monitor the event loop. */
export function watchProcess(): ProcessWatch {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  // The histogram records the time between two samples. The part that exceeds the interval is the delay.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000)
  return {
    read() {
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const readings = {
        process_cpu_seconds_total: (user + system) / 1e6,
        process_resident_memory_bytes: rss,
        process_start_time_seconds: Math.round(performance.timeOrigin / 1000),
        process_open_fds: openDescriptors(),
        process_max_fds: maxDescriptors,
        nodejs_heap_size_total_bytes: heapTotal,
        nodejs_heap_size_used_bytes: heapUsed,
        nodejs_external_memory_bytes: external,
        ...(delay.count === 0
          ? {}
          : {
              nodejs_eventloop_lag_p50_seconds: seconds(delay.percentile(50)),
              nodejs_eventloop_lag_p99_seconds: seconds(delay.percentile(99)),
              nodejs_eventloop_lag_max_seconds: seconds(delay.max),
            }),
      }
      delay.reset()
      return readings
    },
    stop: () => void delay.disable(),
  }
}

/** Returns the number of open descriptors on Linux; undefined elsewhere. */
function openDescriptors(): number | undefined {
  try {
    // Subtracts the descriptor that is open for reading the folder.
    return readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}

const maxDescriptors = readMaxDescriptors()

function readMaxDescriptors(): number | undefined {
  try {
    const softLimit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return softLimit === undefined ? undefined : Number(softLimit)
  } catch {
    return undefined
  }
}
