/** Requests and sessions of callers behind a trusted proxy: each names its own address in `X-Forwarded-For`. */
import { Agent, request } from 'node:http'

/** Origin of the partner's page, which is listed for the account. */
export const pageOrigin = 'https://partner.example'

export type RequestOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** A response with its text. Status 0 if the connection failed. */
export type Received = { readonly status: number; readonly text: string; readonly cookie: string | undefined }

export type Client = {
  /** Sends a request and reads its response. Never rejects. */
  send(path: string, options?: RequestOptions): Promise<Received>
  /** Opens a session as a widget does. Returns its `Cookie` header; undefined if it is refused. */
  openSession(apiKey: string, userId: string, instance: string): Promise<string | undefined>
}

/** A request fails if nothing arrives for this long, milliseconds. */
const timeoutMs = 10_000
const failed: Received = { status: 0, text: '', cookie: undefined }

/**
 * Creates a client.
 *
 * @param address the IP address of the caller
 */
export function createClient(port: number, address: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const own = `http://127.0.0.1:${port}`
  const sendOnce = (
    path: string,
    { method = 'GET', headers = {}, body }: RequestOptions,
  ): Promise<Received | 'retry'> =>
    new Promise((resolve) => {
      const jsonHeaders = body && { 'Content-Type': 'application/json', Origin: own }
      const allHeaders = { 'X-Forwarded-For': address, ...jsonHeaders, ...headers }
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        headers: allHeaders,
        timeout: timeoutMs,
      }
      const outgoing = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('error', () => resolve(failed))
        response.on('end', () => {
          const cookie = response.headers['set-cookie']?.[0]?.split(';')[0]
          resolve({ status: response.statusCode ?? 0, text, cookie })
        })
      })
      // The service may close an idle connection just before it is used again. Browsers retry, too.
      let hasTimedOut = false
      outgoing.on('error', () => resolve(outgoing.reusedSocket && !hasTimedOut ? 'retry' : failed))
      outgoing.on('timeout', () => {
        hasTimedOut = true
        outgoing.destroy()
      })
      outgoing.end(body && JSON.stringify(body))
    })
  const send: Client['send'] = async (path, options = {}) => {
    for (;;) {
      const received = await sendOnce(path, options)
      if (received !== 'retry') return received
    }
  }
  return {
    send,
    async openSession(apiKey, userId, instance) {
      const token = await send('/Token', { method: 'POST', body: { apiKey, userId } })
      if (token.status !== 200) return undefined
      const { access_token } = JSON.parse(token.text) as { access_token: string }
      const opened = await send('/setCookie', {
        method: 'POST',
        body: { origin: pageOrigin, instance: `instance-${instance}` },
        headers: { Authorization: `Bearer ${access_token}` },
      })
      return opened.status === 200 ? opened.cookie : undefined
    },
  }
}
