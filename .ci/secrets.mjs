/**
 * Finds secrets in the tree: keys of other services by secretlint's rules, and our own by form and checksum.
 * Intended ones are in allowed.json, by file, with the reason.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { isWellFormedKey } from '../service/access/credentials/key-format.ts'

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }]
/** Maximum bytes of a checked file: larger ones are fonts, pictures and traces. */
const largest = 4 * 1024 * 1024

/**
 * Our own secrets in a text: keys with a correct checksum, so that made-up ones in tests and documents do not
 * count, and a pepper, which is a file of exactly 64 hex digits.
 */
function ownSecrets(text) {
  const found = []
  for (const [key, prefix] of text.matchAll(/\b(sk|sub|cs)_(?:live|test)_[0-9A-Za-z_]{20,}/g))
    if (isWellFormedKey(prefix, key)) found.push({ what: `a key that begins with ${prefix}_`, text: key })
  if (/^[0-9a-f]{64}\s*$/.test(text)) found.push({ what: 'a pepper', text: text.trim() })
  return found
}

/** @returns {Promise<{ what: string, text: string }[]>} `text` is the secret itself: never print it whole */
export async function secretsIn(path, text) {
  const { messages } = await lintSource({
    source: { filePath: path, content: text, contentType: 'text', ext: path.slice(path.lastIndexOf('.')) },
    options: { config: { rules }, maskSecrets: false, noPhysicFilePath: true },
  })
  const others = messages
    .filter(({ type }) => type === 'message')
    .map(({ ruleId, messageId, range: [from, to] }) => ({
      what: `${ruleId.replace('@secretlint/secretlint-rule-', '')} ${messageId}`,
      text: text.slice(from, to),
    }))
  return [...ownSecrets(text), ...others]
}

/**
 * Findings, one per line: secrets that are not allowed, and allowed ones that no longer exist.
 *
 * @param {Iterable<{ path: string, text: string }>} files
 * @param {{ path?: string, contains?: string, reason: string }[]} allowed the file, or any; what the secret contains,
 * or whatever is found in the file
 */
export async function unexpectedSecrets(files, allowed) {
  const wrong = []
  const used = new Set()
  for (const { path, text } of files)
    for (const secret of await secretsIn(path, text)) {
      const permit = allowed.find(
        (one) => (one.path ?? path) === path && secret.text.includes(one.contains ?? ''),
      )
      if (permit) used.add(permit)
      else wrong.push(`${path}:${lineOf(text, secret.text)}: ${secret.what}: ${secret.text.slice(0, 8)}…`)
    }
  for (const one of allowed)
    if (!used.has(one))
      wrong.push(
        `.ci/allowed.json: nothing like "${one.contains ?? 'a secret'}" is in ${one.path ?? 'any file'}`,
      )
  return wrong
}

const lineOf = (text, part) => text.slice(0, text.indexOf(part)).split('\n').length

/** Yields the text files that are, or would be, in the repository. */
export function* filesOfTree(root) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  for (const path of new Set(paths.split('\0'))) {
    const stat = path === '' ? undefined : statSync(`${root}/${path}`, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > largest) continue
    const text = readFileSync(`${root}/${path}`, 'utf8')
    if (!text.includes('\0')) yield { path, text }
  }
}
