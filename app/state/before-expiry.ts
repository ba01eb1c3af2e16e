/** Chosen: whether the payoff is shown before expiry, too, whichever contract is looked at. Lives as long as the frame. */
import { type AppState, defineState } from './app-state.ts'

const useShown = defineState<{ shown: boolean }>({ shown: false })

export const useBeforeExpiry = (): boolean => useShown(({ shown }) => shown)
export const showBeforeExpiry = (app: AppState, shown: boolean): void => useShown.of(app).setState({ shown })
