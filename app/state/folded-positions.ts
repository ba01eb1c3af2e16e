/** The symbols whose position strip in How the user has folded. Lost when the frame is unloaded. */
import { type AppState, defineState } from './app-state.ts'

const useFolded = defineState<Readonly<Record<string, boolean>>>({})

/** Returns whether the position strip of a symbol is folded; false by default. */
export const useFoldedPosition = (symbol: string): boolean =>
  useFolded((foldedBySymbol) => foldedBySymbol[symbol] ?? false)
export const foldPosition = (app: AppState, symbol: string, isFolded: boolean): void =>
  useFolded.of(app).setState({ [symbol]: isFolded })
