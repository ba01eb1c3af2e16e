/** Marks the current section in the table of contents. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  if (links.length === 0) return
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    // The last heading that has passed under the header.
    const passed = targets.findLastIndex((target) => target && target.getBoundingClientRect().top < 120)
    // At the end of the page the last headings can never reach the top.
    const ended = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0
    const link = ended ? links.at(-1) : links[passed]
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'true')
    current = link
    const list = link?.closest<HTMLElement>('.contents')
    if (link && list && list.scrollHeight > list.clientHeight)
      list.scrollTop = link.offsetTop - list.clientHeight / 2
  }
  let waiting = false
  const later = () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      mark()
    })
  }
  addEventListener('scroll', later, { passive: true })
  addEventListener('resize', later, { passive: true })
  mark()
}
