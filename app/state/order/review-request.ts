/**
 * Somebody wants to sell a contract and has gone to How for it: where its order stands, it is to be reviewed next. Whoever
 * shows the contract follows the request once, and takes it away.
 */
import { type AppState, defineState } from '../app-state.ts'

/** OSI symbol of the contract; null = none is asked for. */
export const useReviewRequest = defineState<{ contract: string | null }>({ contract: null })
export const requestReview = (app: AppState, contract: string): void =>
  useReviewRequest.of(app).setState({ contract })
export const endReviewRequest = (app: AppState): void => useReviewRequest.of(app).setState({ contract: null })
