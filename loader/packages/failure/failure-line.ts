/**
 * The failure line that replaces a widget if the page provides no content for failures. It has a sentence for
 * the page's customers and, if a retry may succeed, a button with the time of the next retry. The code is in
 * `data-code` only.
 */
import { directionOf, nearestLocale } from '#contract/text/locales.ts'
import type { WidgetFailure } from '../keep-widget.ts'
import { reservedHeight } from '../reserved-height.ts'
import { failureTexts } from './failure-texts.ts'

/** Appearance of the line, and the label of its button. */
export type FailureLook = {
  readonly height?: string | undefined
  readonly theme?: string | undefined
  /** Language of the line; by default the language of the container in the document, then the browser's. */
  readonly locale?: string | undefined
  /** Replaces `Try again` in all languages. */
  readonly tryAgainText?: string | undefined
}

/**
 * Creates the failure line, or updates it so that a focused button keeps the focus. Uses only
 * elements and properties, for pages with `style-src 'none'` and Trusted Types. Browsers ignore
 * invalid values. The font is the page's.
 */
export function showFailure(container: Element, failure: WidgetFailure, look: FailureLook): void {
  const { error, tryAgain, isTrying, secondsLeft } = failure
  const language = container.closest<HTMLElement>('[lang]:not([lang=""])')?.lang
  const locale = nearestLocale(look.locale || language || navigator.language)
  const texts = failureTexts[locale]
  let line = container.querySelector<HTMLElement>('[data-screen]')
  if (line?.dataset['code'] !== error.code) {
    line = element('div')
    Object.assign(line.dataset, { screen: 'failed', code: error.code })
    const message = element('span', texts[tryAgain ? 'later' : 'never'])
    message.role = 'alert'
    line.append(message)
    container.replaceChildren(line)
  }
  const isDark = /dark/.test(look.theme!)
  line.lang = locale
  line.dir = directionOf(locale)
  Object.assign(line.style, {
    minHeight: reservedHeight(look.height),
    boxSizing: 'border-box',
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'center',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px 12px',
    padding: '16px',
    background: isDark ? '#121A25' : '#fff',
    color: 'CanvasText',
    colorScheme: isDark ? 'dark' : 'light',
  })
  if (!tryAgain) return
  let button = line.querySelector('button')
  if (!button) {
    const nextTry = element('span')
    // Not announced by screen readers each second.
    nextTry.ariaHidden = 'true'
    button = element('button')
    button.type = 'button'
    button.dataset['action'] = 'try-again'
    button.style.cssText = 'font:inherit;padding:4px 12px'
    line.append(button, nextTry)
  }
  button.textContent = look.tryAgainText || texts.button
  button.dir = 'auto'
  // Not `disabled`, which would take the focus away.
  button.ariaDisabled = `${isTrying}`
  button.onclick = tryAgain
  line.lastElementChild!.textContent = isTrying
    ? '…'
    : secondsLeft
      ? texts.nextTry.replace('#', `${secondsLeft}`)
      : ''
}

function element<T extends 'div' | 'span' | 'button'>(tag: T, text = ''): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(tag), { textContent: text })
}
