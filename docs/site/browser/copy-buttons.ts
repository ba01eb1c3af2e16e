/** How long the result of copying is displayed. */
const statusDurationMs = 2000

/** Adds a copy button to every block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('figure.code')) {
    const code = block.querySelector('code')
    if (!code) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    // Live region: screen readers do not announce a changed button text.
    const status = document.createElement('span')
    status.className = 'hidden'
    status.setAttribute('role', 'status')
    let timer: ReturnType<typeof setTimeout> | undefined
    const showStatus = (text: string, state: string) => {
      button.textContent = text
      button.dataset['state'] = state
      status.textContent = text
      clearTimeout(timer)
      timer = setTimeout(() => {
        button.textContent = 'Copy'
        delete button.dataset['state']
        status.textContent = ''
      }, statusDurationMs)
    }
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(code.textContent).then(
        () => showStatus('Copied', 'done'),
        () => {
          // The browser denies clipboard access: select the code, so that the user can press Ctrl+C.
          getSelection()?.selectAllChildren(code)
          showStatus('Press Ctrl+C', 'selected')
        },
      )
    })
    block.append(button, status)
  }
}
