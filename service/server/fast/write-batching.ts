/**
 * Batches the writes of one event-loop tick, so the receiver wakes once: with sixteen connections this halves the
 * processor time per response. A response waits only for responses to requests of the same tick.
 */
import type { ServerResponse } from 'node:http'
import type { HttpResponse } from '#service/http/response/response.ts'

type ReadyResponse = {
  readonly outgoing: ServerResponse
  readonly response: HttpResponse
  readonly isHead: boolean
}

/** Returns a function that writes a response at the end of the current event-loop tick. */
export function batchWrites(): (ready: ReadyResponse) => void {
  let waiting: ReadyResponse[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    for (const ready of batch) write(ready)
  }
  return (ready) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(ready)
  }
}

function write({ outgoing, response: { status, headers, body }, isHead }: ReadyResponse): void {
  // The client may have disconnected meanwhile.
  if (outgoing.destroyed) return
  outgoing.writeHead(status, headers as string[])
  if (body && !isHead) outgoing.end(body)
  else outgoing.end()
}
