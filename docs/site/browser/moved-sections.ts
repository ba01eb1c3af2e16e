/** Redirects old addresses of sections: `/docs/embedding#AUTH` goes to the section's current page. */
export function redirectMovedSections(): void {
  const redirect = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (target instanceof HTMLAnchorElement && 'moved' in target.dataset) location.replace(target.href)
  }
  redirect()
  addEventListener('hashchange', redirect)
}
