/** Adds a copy button to every block of code. */
const saidForMs = 2000

export function offerCopies(): void {
  for (const block of document.querySelectorAll<HTMLElement>('figure.code')) {
    const code = block.querySelector('code')
    if (!code) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    // For screen readers, whose users do not see the button change.
    const said = document.createElement('span')
    said.className = 'hidden'
    said.setAttribute('role', 'status')
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = (words: string, state: string) => {
      button.textContent = words
      button.dataset['state'] = state
      said.textContent = words
      clearTimeout(timer)
      timer = setTimeout(() => {
        button.textContent = 'Copy'
        delete button.dataset['state']
        said.textContent = ''
      }, saidForMs)
    }
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(code.textContent).then(
        () => say('Copied', 'done'),
        () => {
          // Without permission the user can copy the selection manually.
          getSelection()?.selectAllChildren(code)
          say('Press Ctrl+C', 'selected')
        },
      )
    })
    block.append(button, said)
  }
}
