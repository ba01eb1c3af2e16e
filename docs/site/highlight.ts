/** Syntax highlighting at build time. It uses classes only, which a strict content security policy allows. */
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import http from 'highlight.js/lib/languages/http'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from '#service/http/documents/html.ts'

const grammars = {
  bash,
  css,
  diff,
  http,
  java,
  javascript,
  json,
  kotlin,
  nginx,
  php,
  python,
  swift,
  typescript,
  xml,
  yaml,
}
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar)

/** Language of a code fence → its grammar (null: no highlighting) and its displayed name. */
const languages: Readonly<Record<string, readonly [grammar: keyof typeof grammars | null, label: string]>> = {
  bash: ['bash', 'Shell'],
  console: ['bash', 'Shell'],
  css: ['css', 'CSS'],
  diff: ['diff', 'Diff'],
  html: ['xml', 'HTML'],
  http: ['http', 'HTTP'],
  java: ['java', 'Java'],
  js: ['javascript', 'JavaScript'],
  json: ['json', 'JSON'],
  jsx: ['javascript', 'JSX'],
  kotlin: ['kotlin', 'Kotlin'],
  nginx: ['nginx', 'nginx'],
  php: ['php', 'PHP'],
  python: ['python', 'Python'],
  sh: ['bash', 'Shell'],
  svelte: ['xml', 'Svelte'],
  swift: ['swift', 'Swift'],
  text: [null, ''],
  ts: ['typescript', 'TypeScript'],
  tsx: ['typescript', 'TSX'],
  vue: ['xml', 'Vue'],
  yaml: ['yaml', 'YAML'],
}

/** Whether a code fence may use this language. No language means plain text. */
export const isKnownLanguage = (name: string): boolean => name === '' || Object.hasOwn(languages, name)

/** A block of code. It is focusable, because it scrolls horizontally. */
export function codeBlock(code: string, language: string): string {
  const [grammar, label] = languages[language] ?? [null, '']
  const html = grammar ? highlighter.highlight(code, { language: grammar }).value : escapeHtml(code)
  return `<figure class="code"${label ? ` data-language="${label}"` : ''}><pre tabindex="0"><code>${html}</code></pre></figure>\n`
}
