/** Components show the texts of the current language as soon as they are there. */
import i18next, { type i18n } from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { I18nContext, useTranslation } from './use-translation.ts'

const Retry = () => <p>{useTranslation().t('retry')}</p>
const Days = ({ count }: { count: number }) => <p>{useTranslation('filters').t('daysShort', { count })}</p>

let texts: i18n
beforeEach(async () => {
  texts = i18next.createInstance()
  await texts.init({
    lng: 'de',
    fallbackLng: 'en',
    defaultNS: 'common',
    ns: ['common', 'filters'],
    resources: {
      en: { common: { retry: 'Retry' }, filters: { daysShort: '{{count}} d' } },
      fr: { common: { retry: 'Réessayer' } },
    },
  })
})

const withTexts = (content: React.ReactNode, instance = texts) => (
  <I18nContext value={instance}>{content}</I18nContext>
)
const show = (content: React.ReactNode, instance = texts) => render(withTexts(content, instance))

test('texts that arrive replace those of the fallback language', async () => {
  const { container, rerender } = await show(<Retry />)
  expect(container.textContent).toBe('Retry')
  texts.addResourceBundle('de', 'common', { retry: 'Erneut versuchen' })
  await rerender(withTexts(<Retry />))
  expect(container.textContent).toBe('Erneut versuchen')
})

test('a change of the language changes the texts, and back', async () => {
  const { container } = await show(<Retry />)
  await texts.changeLanguage('fr')
  await expect.poll(() => container.textContent).toBe('Réessayer')
  await texts.changeLanguage('de')
  await expect.poll(() => container.textContent).toBe('Retry')
})

test('texts with values are written for each value', async () => {
  const { container } = await show([<Days key="1" count={9} />, <Days key="2" count={63} />])
  expect(container.textContent).toBe('9 d63 d')
})

test('two instances do not share texts', async () => {
  const { container } = await show(<Retry />)
  const other = i18next.createInstance()
  await other.init({ lng: 'de', defaultNS: 'common', resources: { de: { common: { retry: 'Nochmal' } } } })
  const { container: otherContainer } = await show(<Retry />, other)
  expect([container.textContent, otherContainer.textContent]).toEqual(['Retry', 'Nochmal'])
})
