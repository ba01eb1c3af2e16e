/**
 * The feed connections of a process, by address block and by account. A block has at most its share.
 * If all places are taken, the largest holder loses its oldest connection to a smaller one, so that
 * one address or account cannot keep the others out.
 */
import { closeCodes } from '#contract/feed.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { createHolders } from '#service/shared/holders.ts'
import type { FeedConnectionLimits } from '#service/shared/limits.ts'

/** A connection. */
export type PlaceHolder = {
  /** Address block of the client (`addressBlock`). */
  readonly block: string
  /** Undefined before authentication. */
  readonly session: Pick<SessionIdentity, 'partnerId'> | undefined
  /** Closes it with a code of the contract, which also removes it. */
  close(code: number, reason: string): void
}

export type FeedPlaces = {
  /**
   * Closes a connection if one must give way to a new connection of this block and account. Returns
   * false if there is no place.
   *
   * @param account undefined if the new connection is not authenticated yet
   */
  makeRoom(block: string, account: string | undefined): boolean
  add(connection: PlaceHolder): void
  /** Call it when the connection has its session, before it closes. */
  onAuthenticated(connection: PlaceHolder): void
  remove(connection: PlaceHolder): void
}

export function createFeedPlaces({ open, perAddress, perAccount }: FeedConnectionLimits): FeedPlaces {
  const blocks = createHolders<PlaceHolder>()
  /** Authenticated connections. */
  const accounts = createHolders<PlaceHolder>()
  let size = 0

  const closeOldestOf = (block: string, reason: string): true => {
    blocks.oldestOf(block)!.close(closeCodes.overloaded, reason)
    return true
  }
  /** The oldest connection of an account that has more than its share; undefined for its own connections. */
  const oldestAboveShare = (account: string | undefined): PlaceHolder | undefined => {
    const largest = accounts.largest()
    if (account === undefined || !largest || largest.count <= perAccount) return undefined
    return largest.holder === account ? undefined : accounts.oldestOf(largest.holder)
  }
  return {
    makeRoom(block, account) {
      const ownCount = blocks.count(block)
      const hasShare = ownCount >= perAddress
      if (size < open) return !hasShare || closeOldestOf(block, 'too many connections of one address')
      if (hasShare) return false
      const aboveShare = oldestAboveShare(account)
      aboveShare?.close(closeCodes.overloaded, 'too many connections of one account')
      if (aboveShare) return true
      const largest = blocks.largest()!
      // Otherwise the new connection would only change places with the one that is closed.
      if (largest.count <= ownCount + 1) return false
      return closeOldestOf(largest.holder, 'too many connections of one address')
    },
    add(connection) {
      size++
      blocks.add(connection.block, connection)
    },
    onAuthenticated: (connection) => accounts.add(connection.session!.partnerId, connection),
    remove(connection) {
      size--
      blocks.remove(connection.block, connection)
      if (connection.session) accounts.remove(connection.session.partnerId, connection)
    },
  }
}
