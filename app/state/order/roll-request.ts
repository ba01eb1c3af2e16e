/**
 * A request to roll an open option, for example from the board of positions. When How shows the rolls of the option, it
 * chooses the first suggestion and clears the request.
 */
import { type AppState, defineState } from '#app/state/app-state.ts'

/** OSI symbol of the open option; null if there is no request. */
export const useRollRequest = defineState<{ openId: string | null }>({ openId: null })
export const requestRoll = (app: AppState, openId: string | null): void =>
  useRollRequest.of(app).setState({ openId })
