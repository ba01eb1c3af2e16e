import { expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { textsFileOf } from '#app/boot/loading/code-files.ts'
import { isOfEnglishApp } from './english-scripts.ts'

test('a release contains the scripts and the texts of the app in English', () => {
  for (const source of [
    'app/index.html',
    'app/i18n/locales/en/legal.json',
    'app/panels/how/chain/chain.tsx',
    'contract/text/income-messages.ts',
    '_panels-k1o930c.js',
  ])
    expect([source, isOfEnglishApp(source)]).toEqual([source, true])
})

test.each(locales.filter((locale) => locale !== 'en'))(
  'a release contains no file of the language %s',
  (locale) => {
    const panelTexts = textsFileOf(`/app/i18n/locales/${locale}/why.json`)
    for (const source of [
      `_${panelTexts}-l9jspos.js`,
      `app/i18n/common-and-what/${locale}.ts`,
      `app/i18n/locales/${locale}/legal.json`,
    ])
      expect([source, isOfEnglishApp(source)]).toEqual([source, false])
  },
)
