/**
 * A request to review the sale of a contract, made elsewhere: How follows it once when it shows the contract,
 * and clears it.
 */
import { type AppState, defineState } from '#app/state/app-state.ts'

/** OSI symbol of the contract; null without a request. */
export const useReviewRequest = defineState<{ contract: string | null }>({ contract: null })
export const requestReview = (app: AppState, contract: string): void =>
  useReviewRequest.of(app).setState({ contract })
export const endReviewRequest = (app: AppState): void => useReviewRequest.of(app).setState({ contract: null })
