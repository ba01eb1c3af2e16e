/** Applies the stored theme before the first paint: a classic script, which blocks rendering. */
{
  const root = document.documentElement
  // Code blocks reserve space for the copy button, which needs scripts.
  root.dataset['scripts'] = ''
  try {
    const chosen = localStorage.getItem('docs-theme')
    if (chosen) root.dataset['theme'] = chosen
  } catch {
    // Storage denied: the system's theme applies.
  }
}
