/**
 * Whether the payoff before expiry is shown too. One choice for all contracts, lost when the frame
 * is unloaded.
 */
import { type AppState, defineState } from './app-state.ts'

const useBeforeExpiryState = defineState<{ isShown: boolean }>({ isShown: false })

export const useBeforeExpiryShown = (): boolean => useBeforeExpiryState(({ isShown }) => isShown)
export const showBeforeExpiry = (app: AppState, isShown: boolean): void =>
  useBeforeExpiryState.of(app).setState({ isShown })
