/**
 * Texts of ERROR events: the mistake and what was expected, in English, for the developer of the
 * page. The service sends the table to the loader as JSON (`errorSentencesPath`), which appends
 * details such as an id or an origin; the widget composes its sentences from the same texts
 * (option-problems.ts, message-problems.ts).
 *
 * docs/errors.md has a paragraph for each code.
 */
import type { LoaderErrorCode } from './bridge.ts'
import { themes, widgetTypes } from './options/options.ts'

/** Joins alternatives for a sentence: `light, dark, three-panel-light, three-panel-dark or auto`. */
export const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** Options that `load` itself refuses → the complete sentence. */
const refusedOptions = {
  'apiKey/authToken':
    'apiKey (with a capital K) or authToken is required, and only one of the two; a function getAuthToken alone is enough',
  widgetType: `widgetType, the first argument of load, must be ${alternatives(widgetTypes)}`,
  destinationId: 'destinationId must be the id of an element, as a text, and not the element itself',
  userId:
    'userId must be a text that is not empty and has no blanks and no @, such as "1842": a stable identifier, no number, no name and no e-mail address',
  theme: `theme must be ${alternatives(themes)}`,
  getAuthToken: 'getAuthToken must be a function that returns a new one-time token',
  callback: 'callback, the last argument of load, must be a function',
  secretKey:
    'secretKey, or any key that begins with sk_, must never be in a page: keep it on your server, replace it now if this page was public, and pass the public key, which begins with pk_, as apiKey',
} as const

/**
 * Code → sentence. The loader appends a detail, such as an id or an origin, to the sentence of a
 * code that it reports itself.
 */
const codeSentences = {
  BAD_OPTION: 'this option is wrong or missing: ',
  DESTINATION_NOT_FOUND:
    'no element of the document has this id. Write destinationId without #, and call load when the element is in the document and not in a shadow root. The id is ',
  CSP_BLOCKED:
    'the Content Security Policy of this page forbids the frame; add the origin to its frame-src, and to its connect-src for the texts of errors. It needs ',
  TIMEOUT:
    'nothing answered from the frame within 10 seconds, and it was not the policy of this page; check that the service is up, that no extension or proxy blocks it, and the origin of this page, which is ',
  NETWORK: 'the browser is offline; call load again when it is back. The origin of this page is ',
  VERSION:
    'the loader on this page is too old for the widget; take the one that /widgetLoader serves. The app is ',
  FRAME_LOST:
    'the frame has not answered for 20 seconds of visible time; it is opened again once, and given up the second time. The origin of this page is ',
  INSECURE_PAGE:
    'the page, or a page around it, is not served over https, so nothing was sent; use https, or localhost while you develop. The origin of this page is ',
  AUTH: 'the key or the token was refused, or there is no session any more',
  DOMAIN_NOT_WHITELISTED: 'the origin of this page is not on the list of your account',
  BAD_COMMAND: 'the widget has no such command, or its payload is wrong',
  UNKNOWN_EVENT: 'the widget has no such event',
  UNKNOWN_SYMBOL: 'the service has no such symbol',
} as const satisfies Record<LoaderErrorCode, string>

/** `<code>`, or `BAD_OPTION <option>` → the sentence, without the code. */
export const errorSentences: Readonly<Record<string, string>> = {
  ...codeSentences,
  ...Object.fromEntries(Object.entries(refusedOptions).map(([name, text]) => [`BAD_OPTION ${name}`, text])),
}

/**
 * Returns the sentence about an option that `load` itself refuses; undefined for any other option.
 */
export const sentenceOfRefusedOption = (name: string): string | undefined =>
  (refusedOptions as Readonly<Record<string, string>>)[name]
