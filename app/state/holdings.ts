/**
 * The user's holdings and watched symbols. If the page passes them (`host.options.holdings`, by option or
 * command), nothing is stored; otherwise it is the user's own list in this browser's storage, separate for
 * each user and page.
 */
import type { Holding } from '#contract/bridge/holdings.ts'
import { mostHoldings, readHoldings } from '#contract/bridge/holdings.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { readOsi } from '#contract/responses/osi.ts'
import { type AppState, defineState } from './app-state.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { changeStored, readStored } from './storage/storage.ts'
import { type Holding as Position, useView } from './view.ts'

// oxlint-disable-next-line no-restricted-globals -- only where it is allowed
const storage = () => localStorage

/** The user's own list, and the key under which it is kept; null before that is known. */
const useOwn = defineState<{ holdings: readonly Holding[]; key: string | null }>({ holdings: [], key: null })
/** Symbol → position pre-filled into How, to distinguish it from the user's input. */
const usePrefilled = defineState<{ positions: Readonly<Record<string, Position>> }>({ positions: {} })
/** The open option whose roll is looked at, by its OSI symbol. */
const useRolled = defineState<{ id: string | null }>({ id: null })

const none: readonly Holding[] = []
const handedOf = (app: AppState) => useHost.of(app).getState().options?.holdings
const listOf = (app: AppState) => handedOf(app) ?? useOwn.of(app).getState().holdings

/** All holdings; `isOwn` if they are the user's own list, which can be edited here. */
export function useHoldings(): { holdings: readonly Holding[]; isOwn: boolean } {
  const handed = useHost((host) => host.options?.holdings)
  const own = useOwn((state) => state.holdings)
  return { holdings: handed ?? own, isOwn: handed === undefined }
}

/** The holding of a symbol; undefined if unknown. */
export const useHoldingOf = (symbol: string): Holding | undefined =>
  useHoldings().holdings.find((holding) => holding.symbol === symbol)

/** The pre-filled position of a symbol: changes with the holding, not with the user's input. */
export const usePrefilledPosition = (symbol: string): Position | undefined =>
  usePrefilled((state) => state.positions[symbol])

export const useRolledOption = (): string | null => useRolled((state) => state.id)
/** Looks at what can be done about an open option; null at none. */
export const showRoll = (app: AppState, id: string | null): void => useRolled.of(app).setState({ id })

/** The market's day, in New York: `YYYY-MM-DD`. */
const marketDay = () => new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(new Date())

/** Shares that cover sold calls. Expired calls bind none, whether or not they are still listed. */
export function coveringShares(holding: Holding | undefined): number {
  const today = marketDay()
  return (holding?.openOptions ?? [])
    .map(({ id, quantity }) => ({ option: readOsi(id), quantity }))
    .filter(({ option }) => option?.legType === 'Call' && option.expiryDate >= today)
    .reduce((sum, { quantity }) => sum + quantity * sharesPerContract, 0)
}

/**
 * Shares of a symbol available for covered calls: those held, by the user's input or the page, less those
 * behind sold calls. Null if the number is unknown: a page may pass a symbol without shares.
 *
 * @param typed the input in How's field
 */
export function useFreeShares(symbol: string, typed: number | undefined): number | null {
  const { holdings, isOwn } = useHoldings()
  const holding = holdings.find((one) => one.symbol === symbol)
  // A list that a page hands over is all that is held.
  const isNone = !isOwn && (holding === undefined || holding.shares === 0)
  const held = typed ?? holding?.shares ?? (isNone ? 0 : undefined)
  return held === undefined ? null : Math.max(0, held - coveringShares(holding))
}

/**
 * The storage key of the user's own list: a hash of user and page. Undefined if the browser cannot compute
 * it, as on an insecure page: then the list lives as long as the frame.
 */
async function keyOf(userId: string, origin: string): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${origin} ${userId}`))
    const hex = Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0'))
    return `holdings ${hex.join('')}`
  } catch {
    return undefined
  }
}

const readOwn = (key: string) => readHoldings(readStored(storage, key)['holdings']) ?? none

/** Reads the user's own list, follows it through other frames, and keeps How filled with what is held, until stopped. */
export function startHoldings(app: AppState): Stop {
  const own = useOwn.of(app)
  const host = useHost.of(app)
  let over = false
  const prefillNow = () => prefill(app, listOf(app))
  const hear = ({ key }: StorageEvent) => {
    if (key !== null && key === own.getState().key) own.setState({ holdings: readOwn(key) })
  }
  addEventListener('storage', hear)
  const stops = [
    own.subscribe(prefillNow),
    host.subscribe((now, before) => {
      if (now.options?.holdings !== before.options?.holdings) prefillNow()
    }),
  ]
  prefillNow()
  const { options, origin } = host.getState()
  void keyOf(options?.userId ?? '', origin).then((key) => {
    if (key === undefined || over) return
    const early = own.getState().holdings
    own.setState({ key, holdings: readOwn(key) })
    // Entries added a moment before are stored as well.
    for (const holding of early) keepHolding(app, holding)
  })
  return () => {
    over = true
    removeEventListener('storage', hear)
    for (const stop of stops) stop()
  }
}

/** Changes the user's own list; another frame may have changed it meanwhile, and that stays. */
function changeOwn(app: AppState, change: (holdings: readonly Holding[]) => readonly Holding[]): void {
  const own = useOwn.of(app)
  const { key, holdings: before } = own.getState()
  const stored = key === null ? none : readOwn(key)
  const holdings = change(stored.length ? stored : before)
  if (key !== null)
    changeStored(storage, (entries) =>
      holdings.length ? entries.setItem(key, JSON.stringify({ holdings })) : entries.removeItem(key),
    )
  own.setState({ holdings })
}

/** Puts a holding on the user's own list, in place of what it said of the symbol. A full list takes no more symbols. */
export const keepHolding = (app: AppState, holding: Holding): void =>
  changeOwn(app, (holdings) => {
    const at = holdings.findIndex(({ symbol }) => symbol === holding.symbol)
    if (at >= 0) return holdings.with(at, holding)
    return holdings.length < mostHoldings ? [...holdings, holding] : holdings
  })

export const removeHolding = (app: AppState, gone: string): void =>
  changeOwn(app, (holdings) => holdings.filter(({ symbol }) => symbol !== gone))

/** The part of a holding that How asks with. */
const positionOf = ({ shares, costBasis }: Holding): Position =>
  // No shares are no position.
  shares ? { stockQuantity: shares, ...(costBasis !== undefined && { costBasis }) } : {}

/** Pre-fills How with a holding, without overwriting the user's input. */
function prefill(app: AppState, holdings: readonly Holding[]): void {
  const prefilled = usePrefilled.of(app)
  const view = useView.of(app)
  const before = prefilled.getState().positions
  const now = Object.fromEntries(holdings.map((holding) => [holding.symbol, positionOf(holding)]))
  const positions = { ...view.getState().positions }
  for (const symbol of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const there = positions[symbol]
    const was = before[symbol]
    const isTyped = there?.stockQuantity !== was?.stockQuantity || there?.costBasis !== was?.costBasis
    if (isTyped) continue
    const cash = there?.cash
    positions[symbol] = { ...now[symbol], ...(cash !== undefined && { cash }) }
  }
  prefilled.setState({ positions: now })
  view.setState({ positions })
}
