/** Wrappers of markets have every member of the interface that the market has, also the optional ones. */
import { describe, expect, test } from 'vitest'
import type { FeedMarket } from '#service/lookups/environments.ts'
import { restrictedMarket } from '#service/lookups/licence/restricted-market.ts'
import { sharedMarket } from '#service/server/cluster/shared-market.ts'
import { silentLog } from '#service/shared/log.ts'
import { assignParts } from './composed/assign-parts.ts'
import { composedMarket } from './composed/composed-market.ts'
import { completeMarket, optionalArguments, smallestMarket } from './every-member.fixture.ts'
import type { OptionalMember } from './every-member.fixture.ts'
import { withTimeouts } from './kit/with-timeouts.ts'
import type { Market } from './market.ts'

type Wrapped = Partial<Market>
type Wrapper = {
  readonly name: string
  readonly wrap: (market: Market) => Wrapped
  /** The members of its type. */
  readonly members: readonly (keyof Market)[]
}

const allMembers = Object.keys(completeMarket()) as (keyof Market)[]
/** A member that is new in the type does not compile until it is added here. */
const feedMembers: Readonly<Record<keyof FeedMarket, true>> = {
  status: true,
  universe: true,
  watch: true,
  watchContracts: true,
  quote: true,
  onNewDay: true,
}

/** Shared with no other node: without a connection to Redis, the node watches for itself. */
const shareAlone = (market: Market): Market => {
  const relay = {
    isConnected: () => false,
    remoteSubscriptions: () => new Set<string>(),
    schedulePublish: () => {},
    publish: () => {},
    close: async () => {},
  }
  const leases = { compete: () => async () => {} }
  const parts = { market, leases, url: '', prefix: '', node: 'one', log: silentLog, elapsed: () => 0 }
  const shared = sharedMarket({ ...parts, openRelay: () => relay })
  void shared.stop()
  return shared.market
}

const wrappers: readonly Wrapper[] = [
  { name: 'withTimeouts', wrap: (market) => withTimeouts(market, 1000), members: allMembers },
  {
    name: 'composedMarket',
    wrap: (market) => composedMarket(assignParts([{ capability: 'quotes', name: 'all', market }]), silentLog),
    // Its caller closes the parts.
    members: allMembers.filter((name) => name !== 'close'),
  },
  { name: 'sharedMarket', wrap: shareAlone, members: allMembers },
  {
    name: 'restrictedMarket',
    wrap: (market) => restrictedMarket(market, 'real-time'),
    members: Object.keys(feedMembers) as (keyof Market)[],
  },
]

describe.each(wrappers)('$name', ({ wrap, members }) => {
  const optional = (Object.keys(optionalArguments) as OptionalMember[]).filter((name) =>
    members.includes(name),
  )

  test('has every member', () => {
    const wrapped = wrap(completeMarket())
    for (const name of members) expect(typeof wrapped[name], name).toBe('function')
  })

  test.each(optional)('passes calls of %s on', (name) => {
    const market = completeMarket()
    const call = wrap(market)[name] as (...args: unknown[]) => unknown
    call(...optionalArguments[name])
    expect(market[name]).toHaveBeenCalledOnce()
  })

  test.each(optional)('has no %s if the market has none', (name) => {
    expect(typeof wrap(smallestMarket())[name]).toBe('undefined')
  })
})
