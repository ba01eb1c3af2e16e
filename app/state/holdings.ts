/**
 * The user's holdings and watched symbols. If the page passes them (`host.options.holdings`, set by
 * an option or a command), they are not stored. Otherwise they are the user's own list, which is
 * stored in this browser for each user and page separately.
 */
import type { Holding } from '#contract/bridge/holdings.ts'
import { maxHoldings, readHoldings } from '#contract/bridge/holdings.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { readOsi } from '#contract/responses/osi.ts'
import { type AppState, defineState } from './app-state.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { changeStored } from './storage/change-stored.ts'
import { readStored } from './storage/storage.ts'
import { type Position, useView } from './view.ts'

// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => localStorage

/** The user's own list, and its storage key; null until the key is computed. */
const useOwnList = defineState<{ holdings: readonly Holding[]; key: string | null }>({
  holdings: [],
  key: null,
})
/**
 * The positions that were pre-filled into How, by symbol. A position that differs from them is the
 * user's input.
 */
const usePrefilled = defineState<{ positions: Readonly<Record<string, Position>> }>({ positions: {} })
/** OSI symbol of the open option whose roll is displayed. */
const useRolled = defineState<{ id: string | null }>({ id: null })

const noHoldings: readonly Holding[] = []
const pageHoldings = (app: AppState) => useHost.of(app).getState().options?.holdings
const currentHoldings = (app: AppState) => pageHoldings(app) ?? useOwnList.of(app).getState().holdings

/**
 * Returns all holdings. `isOwn` is true for the user's own list, which can be edited in the widget.
 */
export function useHoldings(): { holdings: readonly Holding[]; isOwn: boolean } {
  const fromPage = useHost((host) => host.options?.holdings)
  const ownHoldings = useOwnList((state) => state.holdings)
  return { holdings: fromPage ?? ownHoldings, isOwn: fromPage === undefined }
}

/** Returns the holding of a symbol; undefined if the list does not contain the symbol. */
export const useHoldingOf = (symbol: string): Holding | undefined =>
  useHoldings().holdings.find((holding) => holding.symbol === symbol)

/**
 * Returns the pre-filled position of a symbol. It changes with the holding, not with the user's
 * input.
 */
const usePrefilledPosition = (symbol: string): Position | undefined =>
  usePrefilled((state) => state.positions[symbol])

export const useRolledOption = (): string | null => useRolled((state) => state.id)
/** Displays the rolls of an open option; null hides them. */
export const setRolledOption = (app: AppState, id: string | null): void => useRolled.of(app).setState({ id })

/** Returns the current date in New York, `YYYY-MM-DD`. */
const marketDate = () => new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(new Date())

/**
 * Returns the number of shares that cover sold calls. Expired calls that are still in the list do
 * not count.
 */
export function coveringShares(holding: Holding | undefined): number {
  const today = marketDate()
  return (holding?.openOptions ?? [])
    .map(({ id, quantity }) => ({ option: readOsi(id), quantity }))
    .filter(({ option }) => option?.legType === 'Call' && option.expiryDate >= today)
    .reduce((sum, { quantity }) => sum + quantity * sharesPerContract, 0)
}

/**
 * Returns the whole shares of a symbol that sold calls do not need; negative = the shares that they lack. Null if the
 * number of held shares is unknown, for example because the page passes a symbol without shares.
 *
 * @param enteredShares the user's input in How, which takes precedence over the holding
 */
export function shareBalanceOf(
  { holdings, isOwn }: ReturnType<typeof useHoldings>,
  symbol: string,
  enteredShares: number | undefined,
): number | null {
  const holding = holdings.find((item) => item.symbol === symbol)
  // A page's list is complete: other symbols are not held. An empty list has no position (docs/decisions/0061).
  const isNotHeld = !isOwn && holdings.length > 0 && (holding === undefined || holding.shares === 0)
  const shares = enteredShares ?? holding?.shares ?? (isNotHeld ? 0 : undefined)
  return shares === undefined ? null : Math.floor(shares) - coveringShares(holding)
}

/** Returns the whole shares of a symbol that further covered calls may use; null as in `shareBalanceOf`. */
export const useFreeShares = (symbol: string, enteredShares: number | undefined): number | null =>
  freeSharesOf(useHoldings(), symbol, enteredShares)

/** Computes the result of `useFreeShares`. */
export function freeSharesOf(...input: Parameters<typeof shareBalanceOf>): number | null {
  const balance = shareBalanceOf(...input)
  return balance && Math.max(0, balance)
}

/** What determines the number of free shares: the user's input, the holdings, or the calls that shares cover. */
export type SharesOrigin = 'entered' | 'holdings' | 'openCalls'

/** Returns what determines the result of `useFreeShares`. */
export function useSharesOrigin(symbol: string): SharesOrigin {
  const holding = useHoldingOf(symbol)
  const entered = useView((view) => view.positions[symbol]?.stockQuantity)
  const prefilled = usePrefilledPosition(symbol)?.stockQuantity
  if (coveringShares(holding) > 0) return 'openCalls'
  return entered !== undefined && entered !== prefilled ? 'entered' : 'holdings'
}

/**
 * Returns the storage key of the user's own list: a hash of the user id and the page's origin.
 * Undefined if the browser cannot compute the hash, for example on an insecure page; the list is
 * then lost when the frame is unloaded.
 */
async function storageKeyOf(userId: string, origin: string): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${origin} ${userId}`))
    const hex = Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0'))
    return `holdings ${hex.join('')}`
  } catch {
    return undefined
  }
}

const readOwnList = (key: string) => readHoldings(readStored(storage, key)['holdings']) ?? noHoldings

/**
 * Reads the user's own list, and until stopped follows its changes by other frames and pre-fills
 * How with the holdings.
 */
export function startHoldings(app: AppState): Stop {
  const ownList = useOwnList.of(app)
  const host = useHost.of(app)
  let isStopped = false
  const prefillNow = () => prefill(app, currentHoldings(app))
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key === ownList.getState().key) ownList.setState({ holdings: readOwnList(key) })
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
  void storageKeyOf(options?.userId ?? '', origin).then((key) => {
    if (key === undefined || isStopped) return
    const unsavedHoldings = ownList.getState().holdings
    ownList.setState({ key, holdings: readOwnList(key) })
    // Also stores the holdings that were added while the key was computed.
    if (unsavedHoldings.length) saveHoldings(app, unsavedHoldings)
  })
  return () => {
    isStopped = true
    removeEventListener('storage', onStorage)
    for (const stop of stops) stop()
  }
}

/**
 * Changes the user's own list. Applies the change to the stored list, which another frame may have
 * changed.
 */
function changeOwnList(app: AppState, change: (holdings: readonly Holding[]) => readonly Holding[]): void {
  const ownList = useOwnList.of(app)
  const { key, holdings: previous } = ownList.getState()
  const stored = key === null ? noHoldings : readOwnList(key)
  const holdings = change(stored.length ? stored : previous)
  if (key !== null)
    changeStored(storage, (entries) =>
      holdings.length ? entries.setItem(key, JSON.stringify({ holdings })) : entries.removeItem(key),
    )
  ownList.setState({ holdings })
}

/**
 * Adds holdings to the user's own list, or replaces those of their symbols. A full list ignores new
 * symbols. The user's earlier input for the symbols in How is replaced, so that both agree.
 */
export function saveHoldings(app: AppState, saved: readonly Holding[]): void {
  changeOwnList(app, (holdings) => {
    const bySymbol = new Map(holdings.map((holding) => [holding.symbol, holding]))
    for (const holding of saved)
      if (bySymbol.has(holding.symbol) || bySymbol.size < maxHoldings) bySymbol.set(holding.symbol, holding)
    return [...bySymbol.values()]
  })
  for (const { symbol } of saved) resetPosition(app, symbol)
}

/** Adds or replaces one holding. */
export const saveHolding = (app: AppState, holding: Holding): void => saveHoldings(app, [holding])

export const removeHolding = (app: AppState, removedSymbol: string): void =>
  changeOwnList(app, (holdings) => holdings.filter(({ symbol }) => symbol !== removedSymbol))

/**
 * Returns the part of a holding that requests of the How panel contain: its whole shares. Empty if
 * less than one share is held.
 */
const positionOf = ({ shares = 0, costBasis }: Holding): Position =>
  shares < 1 ? {} : { stockQuantity: Math.floor(shares), ...(costBasis !== undefined && { costBasis }) }

/** Replaces the user's input by the holding of the symbol, or empties the position without one. */
export function resetPosition(app: AppState, symbol: string): void {
  const prefilled = usePrefilled.of(app).getState().positions[symbol]
  useView.of(app).setState(({ positions }) => ({ positions: { ...positions, [symbol]: { ...prefilled } } }))
}

/** Pre-fills How with a holding, without overwriting the user's input. */
function prefill(app: AppState, holdings: readonly Holding[]): void {
  const prefilled = usePrefilled.of(app)
  const view = useView.of(app)
  const previousPrefilled = prefilled.getState().positions
  const nextPrefilled = Object.fromEntries(holdings.map((holding) => [holding.symbol, positionOf(holding)]))
  const positions = { ...view.getState().positions }
  for (const symbol of new Set([...Object.keys(previousPrefilled), ...Object.keys(nextPrefilled)])) {
    const current = positions[symbol]
    const previous = previousPrefilled[symbol]
    const isUserInput =
      current?.stockQuantity !== previous?.stockQuantity || current?.costBasis !== previous?.costBasis
    if (isUserInput) continue
    positions[symbol] = { ...nextPrefilled[symbol] }
  }
  prefilled.setState({ positions: nextPrefilled })
  view.setState({ positions })
}
