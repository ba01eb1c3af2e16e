/**
 * A request to open the review for the sale of a contract, for example from the comparison. When
 * the How panel shows the contract, it executes the request once and clears it.
 */
import { type AppState, defineState } from '#app/state/app-state.ts'

/** OSI symbol of the requested contract; null if there is no request. */
export const useReviewRequest = defineState<{ contract: string | null }>({ contract: null })
export const requestReview = (app: AppState, contract: string): void =>
  useReviewRequest.of(app).setState({ contract })
export const clearReviewRequest = (app: AppState): void =>
  useReviewRequest.of(app).setState({ contract: null })
