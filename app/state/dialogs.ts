/** The dialog of the widget that is open. Any component may open a dialog; the shell renders it. */
import { type AppState, defineState } from './app-state.ts'

/** `shortcuts` lists the keyboard shortcuts; `method` has the formulas of the figures and their limits. */
export type DialogName = 'shortcuts' | 'disclaimer' | 'method'

export const useDialog = defineState<{ open: DialogName | null }>({ open: null })
export const openDialog = (app: AppState, open: DialogName): void => useDialog.of(app).setState({ open })
export const closeDialog = (app: AppState): void => useDialog.of(app).setState({ open: null })
