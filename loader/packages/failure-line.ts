/**
 * The failure line that replaces a widget if the page provides no content for failures. It has the
 * code, in the loader's format, and, if a retry may succeed, a button with the seconds to the next
 * retry.
 */
import { type Locale, nearestLocale } from '#contract/text/locales.ts'
import type { WidgetFailure } from './keep-widget.ts'
import { reservedHeight } from './reserved-height.ts'

const buttonTexts: Readonly<Record<Locale, string>> = {
  en: 'Try again',
  es: 'Reintentar',
  fr: 'Réessayer',
  de: 'Erneut versuchen',
  'pt-BR': 'Tentar novamente',
  'zh-Hans': '重试',
  ja: '再試行',
  ko: '다시 시도',
  ar: 'إعادة المحاولة',
  he: 'ניסיון חוזר',
}

/** Appearance of the line, and the label of its button. */
export type FailureLook = {
  readonly height?: string | undefined
  readonly theme?: string | undefined
  /** Language of the button; by default the browser's. */
  readonly locale?: string | undefined
  /** Replaces `Try again` in all languages. */
  readonly tryAgainText?: string | undefined
}

/**
 * Creates the failure line, or updates it so that a focused button keeps the focus. Uses only
 * elements and properties, for pages with `style-src 'none'` and Trusted Types. Browsers ignore
 * invalid values.
 */
export function showFailure(container: Element, failure: WidgetFailure, look: FailureLook): void {
  const { error, tryAgain, isTrying, secondsLeft } = failure
  let line = container.querySelector<HTMLElement>('[data-screen]')
  if (line?.dataset['code'] !== error.code) {
    line = element('div')
    Object.assign(line.dataset, { screen: 'failed', code: error.code })
    const message = element('span', `ERROR ${error.code}`)
    message.role = 'alert'
    line.append(message)
    container.replaceChildren(line)
  }
  const surface = look.theme === 'dark' ? '#121A25' : '#fff'
  Object.assign(line.style, {
    minHeight: reservedHeight(look.height),
    background: surface,
    color: 'CanvasText',
    colorScheme: look.theme === 'dark' ? 'dark' : 'light',
  })
  if (!tryAgain) return
  let button = line.querySelector('button')
  if (!button) {
    const seconds = element('span')
    // Not announced by screen readers each second.
    seconds.ariaHidden = 'true'
    button = element('button')
    button.type = 'button'
    button.dataset['action'] = 'try-again'
    button.style.cssText = 'margin:0 8px;font:inherit'
    line.append(button, seconds)
  }
  button.textContent = look.tryAgainText || buttonTexts[nearestLocale(look.locale || navigator.language)]
  button.dir = 'auto'
  // Not `disabled`, which would take the focus away.
  button.ariaDisabled = `${isTrying}`
  button.onclick = tryAgain
  line.lastElementChild!.textContent = isTrying ? '…' : `${secondsLeft ?? ''}`
}

function element<T extends 'div' | 'span' | 'button'>(tag: T, text = ''): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(tag), { textContent: text })
}
