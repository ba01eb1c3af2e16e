/** Which of the widget's own dialogs is open. Anyone may open one; the shell shows it. */
import { create } from 'zustand'

/** The list of keys, and the disclaimer with method and limits. */
export type DialogName = 'shortcuts' | 'disclaimer'

export const useDialog = create<{ open: DialogName | null }>()(() => ({ open: null }))
export const openDialog = (open: DialogName): void => useDialog.setState({ open })
export const closeDialog = (): void => useDialog.setState({ open: null })
