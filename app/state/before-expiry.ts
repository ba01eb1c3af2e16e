/** The user's choice to show the payoff before expiry as well, for every contract. Kept as long as the frame. */
import { type AppState, defineState } from './app-state.ts'

const useBeforeExpiryState = defineState<{ isShown: boolean }>({ isShown: false })

export const useBeforeExpiry = (): boolean => useBeforeExpiryState(({ isShown }) => isShown)
export const showBeforeExpiry = (app: AppState, isShown: boolean): void =>
  useBeforeExpiryState.of(app).setState({ isShown })
