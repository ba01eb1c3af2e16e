import { useEffect } from 'react'

/** `/` goes to the search: only while focus is inside the widget and not in a field (WCAG 2.1.4). */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const field =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [contenteditable], dialog')
      if (event.key !== '/' || field || event.ctrlKey || event.metaKey || event.altKey) return
      const search = document.querySelector<HTMLInputElement>('[data-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
