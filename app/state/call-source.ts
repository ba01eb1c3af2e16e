/**
 * The shares whose covered calls best income lists: of any symbol, of the user's holdings, or of one symbol. The numbers
 * are in `view.positions`. Lost when the frame is unloaded.
 */
import { type AppState, defineState } from './app-state.ts'

export type CallSource = 'any' | 'holdings' | { readonly symbol: string }

export const useCallSource = defineState<{ source: CallSource }>({ source: 'any' })

export const setCallSource = (app: AppState, source: CallSource): void =>
  useCallSource.of(app).setState({ source })
