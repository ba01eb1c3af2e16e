/**
 * Writes docs/texts-of-money.md from the reviewed texts beside the locale files. `npm run texts` runs it and formats the
 * page. Tests in app/i18n compare the reviewed texts with the locale files.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** Each locale's text and what it says in English; English has the text only. */
type ReviewedText = Readonly<Record<string, string | readonly [text: string, meaning: string]>>
/** Texts of one part of the widget, by namespace and key. */
type TextGroup = { readonly title: string; readonly texts: Readonly<Record<string, ReviewedText>> }
/** Sets of texts → key → locale → text or meaning. Meanings that equal the English text are left out. */
type Enumerations = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  'pt-BR': 'Portuguese',
  ja: 'Japanese',
  ko: 'Korean',
  'zh-Hans': 'Chinese',
  ar: 'Arabic',
  he: 'Hebrew',
}

const introduction = `# Texts of money and orders

This page lists the widget's texts about money and orders in each language, and what each says in English. \`=\` means the
same as the English text. \`{name}\` is a value.

The first sections have all texts of the ticket, and other texts that state a price, gain, loss, risk or duty. For texts
with a number they show the plural form.

The last section has the texts of closed sets, such as trend states and checklist results. Their meanings were compared
with the English texts key by key.

A text must not promise more than the English text. It must not say that something was ordered, set aside or sent if that
has not happened.

\`npm run texts\` writes this page from \`texts-of-money.json\`, \`enumerated-texts.json\` and \`enumerated-meanings.json\` in
\`app/i18n\`. Tests compare these files with the texts of the widget. After you change a text, translate it back there.`

/** A table with one row per language. Cells with `|` would end early, so it is escaped. */
const languageTable = (rows: readonly (readonly [locale: string, text: string, meaning: string])[]): string =>
  [
    '| language | text | back in English |',
    '| --- | --- | --- |',
    ...rows.map(
      ([locale, ...cells]) =>
        `| ${[`${languageNames[locale] ?? locale} (\`${locale}\`)`, ...cells.map((cell) => cell.replaceAll('|', '\\|'))].join(' | ')} |`,
    ),
  ].join('\n')

const headingOf = (name: string): string => {
  const [namespace, ...key] = name.split('.')
  return `### ${namespace} \`${key.join('.')}\``
}

const groupSection = ({ title, texts }: TextGroup): string =>
  [
    `## ${title}`,
    ...Object.entries(texts).flatMap(([name, languages]) => [
      headingOf(name),
      languageTable(
        Object.entries(languages).map(([locale, text]) =>
          typeof text === 'string' ? ([locale, text, ''] as const) : ([locale, ...text] as const),
        ),
      ),
    ]),
  ].join('\n\n')

const enumerationSection = (texts: Enumerations, meanings: Enumerations): string =>
  [
    '## Closed sets',
    ...Object.entries(texts).flatMap(([set, keys]) => [
      `### ${set}`,
      ...Object.entries(keys).flatMap(([key, languages]) => [
        `\`${key}\``,
        languageTable(
          Object.entries(languages).map(
            ([locale, text]) =>
              [locale, text, locale === 'en' ? '' : (meanings[set]?.[key]?.[locale] ?? '=')] as const,
          ),
        ),
      ]),
    ]),
  ].join('\n\n')

const read = (name: string): unknown => JSON.parse(readFileSync(`app/i18n/${name}.json`, 'utf8'))

/** The page in Markdown, before formatting. */
export const textsOfMoneyPage = (): string =>
  [
    introduction,
    ...(read('texts-of-money') as TextGroup[]).map(groupSection),
    enumerationSection(read('enumerated-texts') as Enumerations, read('enumerated-meanings') as Enumerations),
  ].join('\n\n') + '\n'

if (import.meta.main) writeFileSync('docs/texts-of-money.md', textsOfMoneyPage())
