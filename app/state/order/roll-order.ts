/** The user's roll of an open option: the option to sell in its place, and the choices in the review. */
import { type AppState, defineState } from '#app/state/app-state.ts'
import { useView } from '#app/state/view.ts'

export type RollOrder = {
  /** OSI symbol of the open option; null = no roll. */
  openId: string | null
  /** OSI symbol of the chosen candidate; null before one is chosen. */
  targetId: string | null
  /** The order under review: the roll, or closing only. */
  review: 'roll' | 'close' | null
  /** Contracts to buy back; null = all open contracts. */
  contracts: number | null
  /** Net limit, dollars per share, positive = credit; null = the price that the market gives now. */
  limit: number | null
}

const noRoll: RollOrder = { openId: null, targetId: null, review: null, contracts: null, limit: null }
export const useRollOrder = defineState<RollOrder>(noRoll)

export const chooseRollTarget = (app: AppState, openId: string, targetId: string): void =>
  useRollOrder.of(app).setState({ ...noRoll, openId, targetId })

/** Opens or closes a review, which starts with all open contracts at the price that the market gives now. */
export const reviewRoll = (app: AppState, openId: string, review: RollOrder['review']): void =>
  useRollOrder.of(app).setState(({ openId: current, targetId }) => ({
    ...noRoll,
    openId,
    targetId: current === openId ? targetId : null,
    review,
  }))

export const changeRollOrder = (
  app: AppState,
  change: Partial<Pick<RollOrder, 'contracts' | 'limit'>>,
): void => useRollOrder.of(app).setState(change)

/**
 * The open option whose rolls are displayed, and the contract that the user had chosen when they were opened: null if
 * none. Until the user chooses another contract, its order gives way to the open option.
 */
export const useDisplayedRolls = defineState<{ openId: string | null; contract: string | null }>({
  openId: null,
  contract: null,
})

export const displayRolls = (app: AppState, openId: string | null): void =>
  useDisplayedRolls.of(app).setState({ openId, contract: useView.of(app).getState().contract })

export const endRoll = (app: AppState): void => useRollOrder.of(app).setState(noRoll)
