/** The list of messages below the widget, with their times and senders. */

const maxEntries = 200

/**
 * @param {HTMLElement} list an `<ol>`
 * @param {HTMLElement} count
 */
export function eventLog(list, count) {
  let total = 0
  const clock = new Intl.DateTimeFormat(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  })

  return {
    /**
     * @param {'in' | 'out' | 'page'} direction from the widget, to the widget, or the page itself
     * @param {string} name
     * @param {unknown} [payload]
     */
    add(direction, name, payload) {
      const item = document.createElement('li')
      item.dataset['direction'] = direction
      item.dataset['event'] = name
      const time = document.createElement('time')
      const now = new Date()
      time.dateTime = now.toISOString()
      time.textContent = clock.format(now)
      const from = document.createElement('span')
      from.className = 'direction'
      from.textContent = { in: 'widget', out: 'to widget', page: 'page' }[direction]
      const title = document.createElement('b')
      title.textContent = name
      item.append(time, from, title)
      if (payload !== undefined) {
        const code = document.createElement('code')
        code.textContent = JSON.stringify(payload)
        item.append(code)
      }
      list.prepend(item)
      while (list.children.length > maxEntries) list.lastElementChild?.remove()
      count.textContent = String(++total)
    },
    clear() {
      total = 0
      count.textContent = '0'
      list.replaceChildren()
    },
  }
}
