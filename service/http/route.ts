/** The route table's rows, and what their handlers are given. app.ts lays the surfaces' rows out as one table. */
import type { Door } from '#service/access/presented.ts'

/** What a process tells of itself. */
export type ProcessReadings = {
  /** Bytes of memory that it holds. */
  readonly memory: number
  /** Log lines that could not be written. */
  readonly droppedLogLines: number
  /** It is about to end: nobody new should be sent to it. */
  readonly isStopping: boolean
}

/** What the socket knows and a Request does not. */
export type SocketContext = {
  /** The caller's IP address. */
  readonly address?: string
  /** What the process tells of itself, for `/metrics`: read where that is asked for. */
  readonly readings?: () => ProcessReadings
}

/** One request on its way to its answer. */
export type RequestContext = {
  readonly request: Request
  readonly headers: Headers
  readonly url: URL
  /** `{symbol}` and the like, decoded. */
  readonly parameters: Readonly<Record<string, string>>
  readonly address: string | undefined
  /** The doors that are open at the host name asked. */
  readonly doors: ReadonlySet<Door>
  readonly readings: (() => ProcessReadings) | undefined
}

/** One row: all that answering needs to know of a route, whatever finds the row. */
export type Route = {
  /** Its name in the metrics. */
  readonly name: string
  /** GET answers HEAD as well. */
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As the contract writes it: `{symbol}` is one segment. A `*` at the end is all that follows. */
  readonly path: string
  /** Where it is answered: at the host names of one door, of any door, or at every name there is. */
  readonly door: Door | 'any' | 'every-host'
  /** A file, which pages elsewhere may use: the policy of our own answers, which forbids everything, is not for it. */
  readonly file?: true
  readonly handle: (context: RequestContext) => Response | Promise<Response>
}
