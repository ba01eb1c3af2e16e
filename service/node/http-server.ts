/** The HTTP surface on Node's sockets. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { callerAddress } from '#service/access/caller-address.ts'
import type { App } from '#service/http/app.ts'
import type { ProcessReadings } from '#service/http/route.ts'
import { EnvironmentError } from './environment.ts'

/** A server that does not listen yet. `trustedProxies`: addresses and ranges whose `X-Forwarded-For` and `Forwarded` are believed. */
export function createHttpServer(
  app: App,
  trustedProxies: readonly string[],
  readings: () => ProcessReadings,
): Server {
  const fetch = (request: Request, { incoming }: HttpBindings) => {
    const { headers } = request
    const address = callerAddress(
      incoming.socket.remoteAddress,
      { xForwardedFor: headers.get('x-forwarded-for'), forwarded: headers.get('forwarded') },
      trustedProxies,
    )
    return app.fetch(request, {
      readings,
      ...(address === undefined ? {} : { address }),
    })
  }
  return createAdaptorServer({
    fetch: fetch as (request: Request) => Promise<Response>,
    serverOptions: {
      // Clients that offer HTTP/2 on every request (`Upgrade: h2c`) are answered as if they had not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      requestTimeout: 10_000,
      headersTimeout: 5000,
      keepAliveTimeout: 60_000,
    },
  }) as Server
}

/**
 * Listens, and tells where this machine reaches the server.
 *
 * @throws EnvironmentError where the port or the address cannot be used
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken; set PORT to another one' : error.message
      reject(new EnvironmentError(`Cannot listen at ${host}:${port}: ${why}.`))
    })
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host) ? 'localhost' : host
  return { url: `http://${name.includes(':') ? `[${name}]` : name}:${bound}`, port: bound }
}
