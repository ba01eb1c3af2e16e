/**
 * Finds secrets in the tree: keys of other services by secretlint's rules, and our own by format
 * and checksum. allowed.json lists the intended ones, with the reason.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { isWellFormedKey } from '../service/access/credentials/key-format.ts'

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }]
/** Maximum bytes of a checked file. Larger files are fonts, pictures and traces. */
const maxBytes = 4 * 1024 * 1024

/**
 * Finds our own secrets in a text: keys with a correct checksum, so that sample keys in tests and
 * documents do not count, and a pepper, which is a file of exactly 64 hexadecimal digits.
 */
function ownSecrets(text) {
  const secrets = []
  for (const [key, prefix] of text.matchAll(/\b(sk|sub|cs)_(?:live|test|demo)_[0-9A-Za-z_]{20,}/g))
    if (isWellFormedKey(prefix, key))
      secrets.push({ description: `a key that begins with ${prefix}_`, text: key })
  if (/^[0-9a-f]{64}\s*$/.test(text)) secrets.push({ description: 'a pepper', text: text.trim() })
  return secrets
}

/**
 * Finds all secrets in a file.
 *
 * @returns {Promise<{ description: string, text: string }[]>} `text` is the secret itself: print at
 *   most its start
 */
export async function secretsIn(path, text) {
  const { messages } = await lintSource({
    source: { filePath: path, content: text, contentType: 'text', ext: path.slice(path.lastIndexOf('.')) },
    options: { config: { rules }, maskSecrets: false, noPhysicFilePath: true },
  })
  const secretsOfOthers = messages
    .filter(({ type }) => type === 'message')
    .map(({ ruleId, messageId, range: [from, to] }) => ({
      description: `${ruleId.replace('@secretlint/secretlint-rule-', '')} ${messageId}`,
      text: text.slice(from, to),
    }))
  return [...ownSecrets(text), ...secretsOfOthers]
}

/**
 * Returns the findings, one per line: secrets that are not allowed, and entries of `allowed` that
 * match no secret.
 *
 * @param {Iterable<{ path: string, text: string }>} files
 * @param {{ path?: string, contains?: string, reason: string }[]} allowed `path`: the file, any if
 *   absent; `contains`: a part of the secret, any if absent
 */
export async function unexpectedSecrets(files, allowed) {
  const findings = []
  const usedEntries = new Set()
  for (const { path, text } of files)
    for (const secret of await secretsIn(path, text)) {
      const matchingEntry = allowed.find(
        (entry) => (entry.path ?? path) === path && secret.text.includes(entry.contains ?? ''),
      )
      if (matchingEntry) usedEntries.add(matchingEntry)
      else
        findings.push(
          `${path}:${lineOf(text, secret.text)}: ${secret.description}: ${secret.text.slice(0, 8)}…`,
        )
    }
  for (const entry of allowed)
    if (!usedEntries.has(entry))
      findings.push(
        `.ci/allowed.json: the entry for ${entry.path ?? 'any file'}${entry.contains ? ` with "${entry.contains}"` : ''} matches no secret`,
      )
  return findings
}

/** Line number of a part of a text. */
const lineOf = (text, part) => text.slice(0, text.indexOf(part)).split('\n').length

/**
 * Yields the text files of the repository: tracked ones, and untracked ones that are not ignored.
 */
export function* filesOfTree(root) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  for (const path of new Set(paths.split('\0'))) {
    const stat = path === '' ? undefined : statSync(`${root}/${path}`, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > maxBytes) continue
    const text = readFileSync(`${root}/${path}`, 'utf8')
    if (!text.includes('\0')) yield { path, text }
  }
}
