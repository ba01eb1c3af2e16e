/**
 * Single-key shortcuts: `/` focuses the search, `?` lists all keys. Active while the focus is inside the widget,
 * but not in a field or dialog. The page can turn them off (WCAG 2.1.4).
 */
import { useEffect } from 'react'
import { useAppState } from '#app/state/app-state.ts'
import { useOption } from '#app/state/host.ts'
import { openDialog } from '#app/state/dialogs.ts'

export function Shortcuts() {
  const app = useAppState()
  const isEnabled = useOption('shortcuts', true)
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog'))
        return
      if (key === '?') openDialog(app, 'shortcuts')
      else if (key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-search]')
        if (!search) return
        search.focus()
        search.select()
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [app, isEnabled])
  return null
}
