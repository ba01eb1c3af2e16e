/** Forms for the commands to the widget. */
import { controls } from './options.js'
import { element, languageOptions, onSubmit, text } from './page.js'

/**
 * @param {(name: string, payload: object) => void} send
 * @returns {{ enableTicketForm: (ticket: unknown) => void }} the form responds to the last ticket
 */
export function commandForms(send) {
  const locales = controls.find((control) => control.name === 'locale')?.choices ?? []
  element('set-locale', HTMLFormElement)
    .querySelector('select')
    ?.append(...languageOptions(locales.filter(Boolean)))
  onSubmit('set-symbol', (data) => {
    const sentiment = text(data, 'sentiment')
    send('SET_SYMBOL', { symbol: text(data, 'symbol').toUpperCase(), ...(sentiment ? { sentiment } : {}) })
  })
  onSubmit('set-theme', (data) => send('SET_THEME', { theme: text(data, 'theme') }))
  onSubmit('set-locale', (data) => send('SET_LOCALE', { locale: text(data, 'locale') }))

  onSubmit('set-holdings', (data) => {
    try {
      send('SET_HOLDINGS', { holdings: JSON.parse(text(data, 'holdings')) })
    } catch {
      // Not JSON: the widget reports what it expects.
      send('SET_HOLDINGS', { holdings: text(data, 'holdings') })
    }
  })

  let ticketId = ''
  const form = element('ticket-received', HTMLFormElement)
  onSubmit('ticket-received', (data) => {
    const [reference, refusal] = [text(data, 'reference'), text(data, 'refusal')]
    send('TICKET_RECEIVED', { ticketId, ...(refusal ? { refusal } : { reference: reference || 'N-1001' }) })
  })
  return {
    enableTicketForm(ticket) {
      ticketId = String(Reflect.get(Object(ticket), 'ticketId'))
      const button = form.querySelector('button')
      if (button) button.disabled = false
    },
  }
}
