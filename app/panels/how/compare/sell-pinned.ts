import type { AppState } from '#app/state/app-state.ts'
import { requestReview } from '#app/state/order/review-request.ts'
import { setContract } from '#app/state/choices/trade-choice.ts'
import { type Pin, selectSymbol, setTab } from '#app/state/view.ts'
import { readContractId } from '#app/panels/how/contract-name.ts'

/** Displays a contract of the comparison with the review of its order. */
export function sellPinned(app: AppState, { symbol, id }: Pin): void {
  selectSymbol(app, symbol, { origin: 'user' })
  setContract(app, id, readContractId(id).leg)
  setTab(app, 'how')
  requestReview(app, id)
}
