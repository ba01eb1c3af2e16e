/**
 * The chosen contract of the displayed symbol. The user chooses a contract, not a cell (view.ts). Until then the first
 * contract that the chosen cell displays counts as chosen, so that a refresh does not change it.
 */
import type { LegType } from '#contract/responses/income.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'
import type { WireCell } from './cells.ts'
import { useView, type View } from '#app/state/view.ts'

/** The choice without the user. */
export const useChoice = defineState<{
  /** The contract that was chosen without the user, and the cell that it was chosen for. */
  automatic: { cell: string; id: string } | null
  /** OSI symbol of the chosen contract if the service no longer lists it. */
  delisted: string | null
}>({ automatic: null, delisted: null })

const cellOf = ({ symbol, leg, timeframe, riskProfile }: View): string =>
  [symbol, leg, timeframe, riskProfile].join(' ')

/** Returns the OSI symbol of the chosen contract; null before there is one. */
export function useChosenContract(): string | null {
  const contract = useView((view) => view.contract)
  const cell = useView(cellOf)
  const automatic = useChoice((choice) => choice.automatic)
  return contract ?? (automatic?.cell === cell ? automatic.id : null)
}

/** Returns the contract that requests name: the chosen one if it is listed. */
export function useRequestedContract(): string | undefined {
  const contract = useChosenContract()
  const isDelisted = useIsDelisted(contract)
  return isDelisted ? undefined : (contract ?? undefined)
}

export const useIsDelisted = (contract: string | null): boolean =>
  useChoice(({ delisted }) => contract !== null && delisted === contract)

/** Chooses the contract that the chosen cell displays first. A choice of the user takes precedence. */
export const chooseAutomatically = (app: AppState, id: string): void =>
  useChoice.of(app).setState({ automatic: { cell: cellOf(useView.of(app).getState()), id } })

/** Keeps a contract that is no longer listed on screen, and out of requests. */
export const markDelisted = (app: AppState, id: string): void => useChoice.of(app).setState({ delisted: id })

/** Chooses a cell and the contract that it displays. */
export const chooseCell = (app: AppState, leg: LegType, { timeframe, riskProfile, option }: WireCell): void =>
  useView.of(app).setState({ leg, timeframe, riskProfile, contract: option?.id ?? null })

/** Ends the choice of a contract, so that the chosen cell chooses one again. */
export function deselectContract(app: AppState): void {
  useChoice.of(app).setState({ automatic: null, delisted: null })
  useView.of(app).setState({ contract: null })
}
