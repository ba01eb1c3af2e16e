/**
 * Limits the connections of a server. If it has all that it accepts, the address block with the most
 * connections loses its oldest one to a smaller block, so that one address cannot keep the others out.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock, isAddressAllowed } from '#service/access/address.ts'
import { createHolders } from '#service/shared/holders.ts'
import type { ReportConnection } from './connection-reports.ts'

/**
 * Connections that Node accepts above the maximum, because a destroyed one counts until it is
 * closed. Node itself refuses further ones.
 */
const closingConnections = 64

/**
 * Applies the limit. Connections of trusted proxies count for no block, because each has the requests
 * of many callers, and are never closed.
 */
export function shareConnections(
  server: Server,
  maximum: number,
  trustedProxies: readonly string[],
  report: ReportConnection = () => {},
): void {
  server.maxConnections = maximum + closingConnections
  const open = new Set<Socket>()
  const blocks = createHolders<Socket>()

  /** Closes a connection of the largest block. Returns false if the block of the new one is as large. */
  const makeRoom = (ownCount: number): boolean => {
    const largest = blocks.largest()
    if (!largest || largest.count <= ownCount + 1) return false
    const oldest = blocks.oldestOf(largest.holder)!
    remove(oldest, largest.holder)
    report('displaced', largest.holder)
    oldest.destroy()
    return true
  }
  const remove = (socket: Socket, block: string | undefined) => {
    open.delete(socket)
    if (block !== undefined) blocks.remove(block, socket)
  }
  // Before other listeners, which would otherwise track a refused connection.
  server.prependListener('connection', (socket: Socket) => {
    // Refused by a listener before this one.
    if (socket.destroyed) return
    const { remoteAddress } = socket
    const block = isAddressAllowed(remoteAddress, trustedProxies) ? undefined : addressBlock(remoteAddress)
    if (open.size >= maximum && !makeRoom(block === undefined ? 0 : blocks.count(block))) {
      report('full', block)
      return void socket.destroy()
    }
    open.add(socket)
    if (block !== undefined) blocks.add(block, socket)
    socket.once('close', () => remove(socket, block))
  })
}
