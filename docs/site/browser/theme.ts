/** The reader's choice of colours, before the first paint: a classic script, which the page waits for. */
{
  const root = document.documentElement
  // Without this script there is no choice, no search and no copying: their buttons wait for it.
  root.dataset['scripts'] = ''
  try {
    const chosen = localStorage.getItem('docs-theme')
    if (chosen) root.dataset['theme'] = chosen
  } catch {
    // Storage denied: the system's choice it is.
  }
}
