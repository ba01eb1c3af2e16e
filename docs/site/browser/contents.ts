/** Marks the current section in the table of contents. */
export function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  if (links.length === 0) return
  let current: HTMLAnchorElement | undefined
  const updateMark = () => {
    // The last heading that has scrolled under the header.
    const lastPassedIndex = headings.findLastIndex(
      (heading) => heading && heading.getBoundingClientRect().top < 120,
    )
    // At the end of the page, the last headings cannot scroll up to the header.
    const isAtPageEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0
    const link = isAtPageEnd ? links.at(-1) : links[lastPassedIndex]
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'true')
    current = link
    const list = link?.closest<HTMLElement>('.contents')
    if (link && list && list.scrollHeight > list.clientHeight)
      list.scrollTop = link.offsetTop - list.clientHeight / 2
  }
  let isUpdateScheduled = false
  const scheduleUpdate = () => {
    if (isUpdateScheduled) return
    isUpdateScheduled = true
    requestAnimationFrame(() => {
      isUpdateScheduled = false
      updateMark()
    })
  }
  addEventListener('scroll', scheduleUpdate, { passive: true })
  addEventListener('resize', scheduleUpdate, { passive: true })
  updateMark()
}
