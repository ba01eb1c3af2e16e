/** Whether the list of keys is open: `?` opens it and so does the Settings menu. */
import { create } from 'zustand'

export const useShortcutList = create<{ open: boolean }>()(() => ({ open: false }))
export const listShortcuts = (open: boolean): void => useShortcutList.setState({ open })
