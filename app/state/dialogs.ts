/** Which of the widget's dialogs is open. Any component may open one; the shell renders it. */
import { type AppState, defineState } from './app-state.ts'

/** The list of keyboard shortcuts, and the disclaimer with method and limits. */
export type DialogName = 'shortcuts' | 'disclaimer'

export const useDialog = defineState<{ open: DialogName | null }>({ open: null })
export const openDialog = (app: AppState, open: DialogName): void => useDialog.of(app).setState({ open })
export const closeDialog = (app: AppState): void => useDialog.of(app).setState({ open: null })
