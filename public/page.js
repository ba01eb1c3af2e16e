/** Helpers for all parts of the page. */

/** @template {HTMLElement} E @param {string} id @param {new () => E} type @returns {E} */
export function element(id, type) {
  const match = document.getElementById(id)
  if (!(match instanceof type)) throw new Error(`index.html has no ${type.name} with the id ${id}`)
  return match
}

/** Returns the trimmed text of a field. @param {FormData} data @param {string} name */
export function text(data, name) {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** @param {string} id @param {(data: FormData) => void} submit */
export function onSubmit(id, submit) {
  const form = element(id, HTMLFormElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit(new FormData(form))
  })
}

/** Makes a button copy a text and display `Copied` until it loses the focus. @param {string} id @param {() => string} read */
export function copyOnClick(id, read) {
  const button = element(id, HTMLButtonElement)
  const label = button.textContent
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(read()).then(() => (button.textContent = 'Copied'))
    button.addEventListener('blur', () => (button.textContent = label), { once: true })
  })
}

/** Returns options with each language's name in that language; an empty tag is the browser's language. @param {readonly string[]} tags */
export const languageOptions = (tags) =>
  tags.map(
    (tag) =>
      new Option(
        tag ? (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag) : 'Automatic',
        tag,
      ),
  )
