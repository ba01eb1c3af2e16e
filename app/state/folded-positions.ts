/** Chosen: for which symbols the position strip is folded. Lives as long as the frame. */
import { create } from 'zustand'

const useFolded = create<Readonly<Record<string, boolean>>>()(() => ({}))

/** Whether the position of a symbol is folded; open until the user folds it. */
export const useFoldedPosition = (symbol: string): boolean => useFolded((folded) => folded[symbol] ?? false)
export const foldPosition = (symbol: string, folded: boolean): void =>
  useFolded.setState({ [symbol]: folded })
