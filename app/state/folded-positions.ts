/** The symbols whose position strip the user has folded. Kept as long as the frame. */
import { type AppState, defineState } from './app-state.ts'

const useFolded = defineState<Readonly<Record<string, boolean>>>({})

/** Whether the position of a symbol is folded; open until the user folds it. */
export const useFoldedPosition = (symbol: string): boolean => useFolded((folded) => folded[symbol] ?? false)
export const foldPosition = (app: AppState, symbol: string, folded: boolean): void =>
  useFolded.of(app).setState({ [symbol]: folded })
