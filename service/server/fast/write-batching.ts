/**
 * Answers that are ready in the same turn of the event loop are written at its end, one after the other. The first write
 * wakes whoever reads, and the others find him awake: with sixteen connections an answer costs half of the processor time.
 * Nobody waits longer than for those whose requests came in at the same moment.
 */
import type { ServerResponse } from 'node:http'
import type { Written } from '#service/http/request-handler.ts'

type Ready = { readonly outgoing: ServerResponse; readonly answer: Written; readonly isHead: boolean }

/** @returns takes an answer, to be written at the end of this turn */
export function writeTogether(): (ready: Ready) => void {
  let waiting: Ready[] = []
  const flush = () => {
    const all = waiting
    waiting = []
    for (const one of all) write(one)
  }
  return (ready) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(ready)
  }
}

function write({ outgoing, answer: { status, fields, body }, isHead }: Ready): void {
  // Whoever asked may have left while it was made.
  if (outgoing.destroyed) return
  outgoing.writeHead(status, fields as string[])
  if (body && !isHead) outgoing.end(body)
  else outgoing.end()
}
