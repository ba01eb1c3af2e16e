/**
 * The user's holdings and watched symbols. If the page passes them (`host.options.holdings`, by option or
 * command), nothing is stored; otherwise it is the user's own list in this browser's storage, separate for
 * each user and page.
 */
import type { Holding } from '#contract/bridge/holdings.ts'
import { maxHoldings, readHoldings } from '#contract/bridge/holdings.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { readOsi } from '#contract/responses/osi.ts'
import { type AppState, defineState } from './app-state.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { changeStored, readStored } from './storage/storage.ts'
import { type Holding as Position, useView } from './view.ts'

// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => localStorage

/** The user's own list, and its storage key; null until the key is computed. */
const useOwnList = defineState<{ holdings: readonly Holding[]; key: string | null }>({
  holdings: [],
  key: null,
})
/** Symbol → position pre-filled into How, to distinguish it from the user's input. */
const usePrefilled = defineState<{ positions: Readonly<Record<string, Position>> }>({ positions: {} })
/** OSI symbol of the open option whose roll is displayed. */
const useRolled = defineState<{ id: string | null }>({ id: null })

const noHoldings: readonly Holding[] = []
const pageHoldings = (app: AppState) => useHost.of(app).getState().options?.holdings
const currentHoldings = (app: AppState) => pageHoldings(app) ?? useOwnList.of(app).getState().holdings

/** All holdings; `isOwn` if they are the user's own list, which can be edited in the widget. */
export function useHoldings(): { holdings: readonly Holding[]; isOwn: boolean } {
  const fromPage = useHost((host) => host.options?.holdings)
  const ownHoldings = useOwnList((state) => state.holdings)
  return { holdings: fromPage ?? ownHoldings, isOwn: fromPage === undefined }
}

/** The holding of a symbol; undefined if unknown. */
export const useHoldingOf = (symbol: string): Holding | undefined =>
  useHoldings().holdings.find((holding) => holding.symbol === symbol)

/** The pre-filled position of a symbol: changes with the holding, not with the user's input. */
export const usePrefilledPosition = (symbol: string): Position | undefined =>
  usePrefilled((state) => state.positions[symbol])

export const useRolledOption = (): string | null => useRolled((state) => state.id)
/** Displays the rolls of an open option; null hides them. */
export const showRoll = (app: AppState, id: string | null): void => useRolled.of(app).setState({ id })

/** The current day in New York: `YYYY-MM-DD`. */
const marketDay = () => new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(new Date())

/** Number of shares that cover sold calls. Expired calls bind no shares, even if they are still listed. */
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
  const holding = holdings.find((item) => item.symbol === symbol)
  // A page's list is complete: other symbols are not held.
  const isNone = !isOwn && (holding === undefined || holding.shares === 0)
  const shares = typed ?? holding?.shares ?? (isNone ? 0 : undefined)
  return shares === undefined ? null : Math.max(0, shares - coveringShares(holding))
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

const readOwn = (key: string) => readHoldings(readStored(storage, key)['holdings']) ?? noHoldings

/** Reads the user's own list, follows changes by other frames, and pre-fills How with the holdings until stopped. */
export function startHoldings(app: AppState): Stop {
  const ownList = useOwnList.of(app)
  const host = useHost.of(app)
  let isStopped = false
  const prefillNow = () => prefill(app, currentHoldings(app))
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key === ownList.getState().key) ownList.setState({ holdings: readOwn(key) })
  }
  addEventListener('storage', onStorage)
  const stops = [
    ownList.subscribe(prefillNow),
    host.subscribe((now, before) => {
      if (now.options?.holdings !== before.options?.holdings) prefillNow()
    }),
  ]
  prefillNow()
  const { options, origin } = host.getState()
  void keyOf(options?.userId ?? '', origin).then((key) => {
    if (key === undefined || isStopped) return
    const unsaved = ownList.getState().holdings
    ownList.setState({ key, holdings: readOwn(key) })
    // Entries added a moment before are stored as well.
    for (const holding of unsaved) saveHolding(app, holding)
  })
  return () => {
    isStopped = true
    removeEventListener('storage', onStorage)
    for (const stop of stops) stop()
  }
}

/** Changes the user's own list. Starts from the stored list, which another frame may have changed meanwhile. */
function changeOwn(app: AppState, change: (holdings: readonly Holding[]) => readonly Holding[]): void {
  const ownList = useOwnList.of(app)
  const { key, holdings: previous } = ownList.getState()
  const stored = key === null ? noHoldings : readOwn(key)
  const holdings = change(stored.length ? stored : previous)
  if (key !== null)
    changeStored(storage, (entries) =>
      holdings.length ? entries.setItem(key, JSON.stringify({ holdings })) : entries.removeItem(key),
    )
  ownList.setState({ holdings })
}

/** Adds a holding to the user's own list, or replaces the symbol's. A full list accepts no further symbols. */
export const saveHolding = (app: AppState, holding: Holding): void =>
  changeOwn(app, (holdings) => {
    const index = holdings.findIndex(({ symbol }) => symbol === holding.symbol)
    if (index >= 0) return holdings.with(index, holding)
    return holdings.length < maxHoldings ? [...holdings, holding] : holdings
  })

export const removeHolding = (app: AppState, removedSymbol: string): void =>
  changeOwn(app, (holdings) => holdings.filter(({ symbol }) => symbol !== removedSymbol))

/** The part of a holding that How's requests contain. */
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
    const current = positions[symbol]
    const previous = before[symbol]
    const isTyped =
      current?.stockQuantity !== previous?.stockQuantity || current?.costBasis !== previous?.costBasis
    if (isTyped) continue
    const cash = current?.cash
    positions[symbol] = { ...now[symbol], ...(cash !== undefined && { cash }) }
  }
  prefilled.setState({ positions: now })
  view.setState({ positions })
}
