/** The route table's rows, and what their handlers are given. app.ts lays the surfaces' rows out as one table. */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import type { AskedFields, BytesAnswer } from './response/kept-answer.ts'
import type { Readings } from '#service/shared/metrics.ts'

/** What a node shares with the others of its service, right now. */
export type ClusterReadings = {
  /** It hears at once of what ended at another node; where not, it asks the store for every request. */
  readonly isJoined: boolean
  /** Limits count for all nodes together; where not, each counts for itself. */
  readonly limitsShared: boolean
  /** This node watches the market: for all nodes, or for itself while it is cut off. */
  readonly isMarketSource: boolean
}

/** What a process tells of itself. */
export type ProcessReadings = {
  /** Values for `/metrics`, read where that is asked for. */
  readonly metrics: () => Readings
  /** It is about to end: nobody new should be sent to it. */
  readonly isStopping: boolean
  /** What it shares with other nodes right now; absent where it runs by itself. */
  readonly cluster?: ClusterReadings
}

/** What the socket knows and a Request does not. */
export type SocketContext = {
  /** The caller's IP address. */
  readonly address?: string
  /** SHA-256 of the client's certificate, read where a key is bound to one; null where there is none to believe. */
  readonly certificate?: () => string | null
  /** What the process tells of itself. */
  readonly readings?: () => ProcessReadings
}

/** What an address says, as far as it matters here. */
export type AskedUrl = Pick<URL, 'host' | 'hostname' | 'pathname' | 'search' | 'searchParams'>

/** A request's line and header fields: all there is of one without a body. */
export type Asked = {
  readonly method: string
  readonly headers: AskedFields
  readonly url: AskedUrl
  /** The caller's IP address, where known. */
  readonly address: string | undefined
  /** As of `SocketContext`. */
  readonly certificate: SocketContext['certificate'] | undefined
}

/** The same on its way to its answer. */
export type AskedContext = Asked & {
  /** Names the request in its answer and in the log. */
  readonly requestId: string
  /** `{symbol}` and the like, decoded. */
  readonly parameters: Readonly<Record<string, string>>
  /** The doors that are open at the host name asked. */
  readonly doors: ReadonlySet<Door>
}

/** One request on its way to its answer, its body included. */
export type RequestContext = AskedContext & {
  readonly request: Request
  readonly headers: Headers
  readonly url: URL
  readonly readings: (() => ProcessReadings) | undefined
}

type Row = {
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
}

/** A row that makes its answer anew each time. */
export type HandledRoute = Row & {
  readonly handle: (context: RequestContext) => Response | Promise<Response>
}

/** A row that answers with bytes which are made once and kept: these need no `Request`, and are answered much faster. */
export type BytesRoute = Row & {
  readonly bytes: (context: AskedContext) => BytesAnswer | Promise<BytesAnswer>
}

/** One row: all that answering needs to know of a route, whatever finds the row. */
export type Route = HandledRoute | BytesRoute
