/** Counters of the service in Prometheus' text format (version 0.0.4). */

export type Metrics = {
  request(route: string, status: number, seconds: number): void
  /** Connections that are open right now: call with +1 and -1. */
  feedConnection(change: 1 | -1): void
  feedFrames(count: number): void
  /** The page of `/metrics`; `readings` are values read at this moment, by name. */
  text(readings: Readonly<Record<string, Reading>>): string
}

/** A value that is read where the page is asked for; undefined where it is not known, and left out. A gauge where no type is given. */
export type Reading = {
  readonly help: string
  readonly type?: 'gauge' | 'counter'
  readonly value: number | undefined
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const durations = new Map<string, { counts: number[]; sum: number; count: number }>()
  let connections = 0
  let frames = 0

  return {
    request(route, status, seconds) {
      const labels = `route="${route}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      let one = durations.get(route)
      if (!one) durations.set(route, (one = { counts: bounds.map(() => 0), sum: 0, count: 0 }))
      one.count++
      one.sum += seconds
      for (const [at, bound] of bounds.entries()) if (seconds <= bound) one.counts[at]!++
    },
    feedConnection(change) {
      connections += change
    },
    feedFrames(count) {
      frames += count
    },
    text(readings) {
      const lines = [
        '# HELP service_requests_total Requests answered.',
        '# TYPE service_requests_total counter',
      ]
      for (const [labels, count] of requests) lines.push(`service_requests_total{${labels}} ${count}`)
      lines.push(
        '# HELP service_request_duration_seconds Time to answer.',
        '# TYPE service_request_duration_seconds histogram',
      )
      for (const [route, { counts, sum, count }] of durations) {
        for (const [at, bound] of bounds.entries())
          lines.push(`service_request_duration_seconds_bucket{route="${route}",le="${bound}"} ${counts[at]!}`)
        lines.push(
          `service_request_duration_seconds_bucket{route="${route}",le="+Inf"} ${count}`,
          `service_request_duration_seconds_sum{route="${route}"} ${sum}`,
          `service_request_duration_seconds_count{route="${route}"} ${count}`,
        )
      }
      lines.push(
        '# HELP service_feed_frames_total Feed frames sent.',
        '# TYPE service_feed_frames_total counter',
        `service_feed_frames_total ${frames}`,
      )
      const now: Record<string, Reading> = {
        service_feed_connections: { help: 'Open feed connections.', value: connections },
        ...readings,
      }
      for (const [name, { help, type = 'gauge', value }] of Object.entries(now)) {
        if (value !== undefined)
          lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
