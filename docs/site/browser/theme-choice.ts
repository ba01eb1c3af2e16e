/** The choice of a theme (system, light or dark): stored in this browser and synchronised with its other tabs. */
const key = 'docs-theme'

export function offerThemes(): void {
  const label = document.querySelector<HTMLElement>('.theme')
  const select = label?.querySelector('select')
  if (!label || !select) return
  const root = document.documentElement
  const show = (theme: string) => {
    if (theme) root.dataset['theme'] = theme
    else delete root.dataset['theme']
    select.value = theme
  }
  show(root.dataset['theme'] ?? '')
  label.hidden = false
  select.addEventListener('change', () => {
    show(select.value)
    try {
      localStorage.setItem(key, select.value)
    } catch {
      // Storage denied: the theme applies to this page only.
    }
  })
  addEventListener('storage', (event) => {
    if (event.key === key) show(event.newValue ?? '')
  })
}
