/** Settings that change the generated code, for the tests that compile or run every kind of it. */
import { bar, controls, defaults, type Settings } from './options.js'

/** Texts other than the default, by control. */
const texts: Readonly<Record<string, readonly string[]>> = {
  width: ['640px'],
  height: ['900px'],
  accentColor: ['#0b5fb3', 'light-dark(#826c00, #ffd400)'],
  fontFamily: ['Georgia, "Times New Roman", serif'],
  radius: ['6px'],
  symbol: ['AAPL'],
  userId: ['test-empty'],
  key: ['pk_live_1'],
  stage: ['390'],
}

/** Both credentials with and without answers to tickets, and each other choice of each control alone. */
export function snippetVariants(): Settings[] {
  const flows = ['apiKey', 'token'].flatMap((auth) =>
    [false, true].map((acknowledgesTickets) => ({ ...defaults(), auth, acknowledgesTickets })),
  )
  const choices = [...bar, ...controls].flatMap(({ name, kind, choices: values, default: value }) =>
    (kind === 'switch' ? [!value] : kind === 'text' ? (texts[name] ?? ['']) : (values ?? []))
      .filter((choice) => choice !== value)
      .map((choice) => ({ ...defaults(), [name]: choice })),
  )
  return [...flows, ...choices]
}
