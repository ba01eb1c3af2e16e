import { describe, expect, test } from 'vitest'
import { checksum, keyedHash, randomText, hashesEqual } from './hashing.ts'
import { makeKeyId, makeSecret, subscriptionId, isWellFormedKey } from './key-format.ts'
import { mergeSettings, parseSetting } from '#service/access/settings.ts'

describe('keys', () => {
  test('have a prefix that secret scanners recognise, and a checksum', () => {
    const id = makeKeyId('widget', 'live')
    expect(id).toMatch(/^pk_live_[0-9A-Za-z]{22}$/)
    expect(makeSecret('widget', id)).toMatch(/^sk_live_[0-9A-Za-z]{49}$/)
    const client = makeKeyId('client', 'test')
    expect([client, makeSecret('client', client)]).toEqual([
      expect.stringMatching(/^cid_test_[0-9A-Za-z]{22}$/),
      expect.stringMatching(/^cs_test_[0-9A-Za-z]{49}$/),
    ])
    expect(makeSecret('widget', makeKeyId('widget', 'demo'))).toMatch(/^sk_demo_/)
    const subscription = makeKeyId('subscription', 'live')
    const key = makeSecret('subscription', subscription)
    expect(key).toMatch(/^sub_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/)
    expect(subscriptionId(key)).toBe(subscription)
  })

  test('are malformed after the change of a character', () => {
    const id = makeKeyId('subscription', 'live')
    const key = makeSecret('subscription', id)
    for (let index = 9; index < key.length; index++) {
      const replacement = key[index] === 'x' ? 'y' : 'x'
      expect(subscriptionId(key.slice(0, index) + replacement + key.slice(index + 1))).toBeUndefined()
    }
    expect(isWellFormedKey('pk', 'pk_live_')).toBe(false)
    expect(isWellFormedKey('pk', `pk_live_${'a'.repeat(5000)}`)).toBe(false)
  })

  test('have unique random parts of 256 bits', () => {
    const secrets = new Set(Array.from({ length: 200 }, () => randomText()))
    expect(secrets.size).toBe(200)
    expect(Math.log2(62) * 43).toBeGreaterThan(256)
    for (const text of secrets) expect(text).toMatch(/^[0-9A-Za-z]{43}$/)
  })

  test('have a CRC-32 checksum', () => {
    // 0xCBF43926, the check value of CRC-32, in base 62.
    expect(checksum('123456789')).toBe('3jZRME')
    expect(checksum('a')).not.toBe(checksum('b'))
  })

  test('have hashes that depend on the pepper and are equal only if all characters are', async () => {
    const [firstHash, secondHash] = [
      await keyedHash(new Uint8Array(32).fill(1)),
      await keyedHash(new Uint8Array(32).fill(2)),
    ]
    expect(await firstHash('secret')).toMatch(/^[0-9a-f]{64}$/)
    expect(hashesEqual(await firstHash('secret'), await firstHash('secret'))).toBe(true)
    expect(hashesEqual(await firstHash('secret'), await secondHash('secret'))).toBe(false)
    const hash = await firstHash('secret')
    for (let index = 0; index < hash.length; index += 1) {
      const other = `${hash.slice(0, index)}${hash[index] === '0' ? '1' : '0'}${hash.slice(index + 1)}`
      expect(hashesEqual(hash, other), `character ${index}`).toBe(false)
    }
    expect(hashesEqual('', 'a')).toBe(false)
    expect(hashesEqual('aa', 'a')).toBe(false)
  })
})

test('settings: links must be https or mailto, unknown names are refused, and defaults apply', () => {
  expect(parseSetting('faqUrl', 'https://partner.com/faq')).toEqual({
    setting: { faqUrl: 'https://partner.com/faq' },
  })
  expect(parseSetting('supportUrl', 'mailto:help@partner.com')).toEqual({
    setting: { supportUrl: 'mailto:help@partner.com' },
  })
  for (const link of ['javascript:alert(1)', 'http://partner.com', '/faq', ''])
    expect(parseSetting('faqUrl', link)).toHaveProperty('refused')
  expect(parseSetting('theme', 'dark')).toHaveProperty('refused')
  expect(parseSetting('disclaimer', '')).toHaveProperty('refused')
  expect(mergeSettings({ disclaimer: 'Mine' }, 'https://w.test')).toMatchObject({
    disclaimer: 'Mine',
    faqUrl: 'https://w.test/help/faq',
    notice: {},
    conflicts: {},
    hideAnnualised: false,
    hideRecord: false,
  })
})

test('settings: a footer text is one line, for all languages or by language', () => {
  expect(parseSetting('notice', ' Options are risky. ')).toEqual({
    setting: { notice: { en: 'Options are risky.' } },
  })
  expect(parseSetting('conflicts', '{"en":"We are paid.","de":"Wir werden bezahlt."}')).toEqual({
    setting: { conflicts: { en: 'We are paid.', de: 'Wir werden bezahlt.' } },
  })
  const refusalOf = (value: string) => {
    const parsed = parseSetting('notice', value)
    return 'refused' in parsed ? parsed.refused : undefined
  }
  expect(refusalOf('')).toBe('must not be empty')
  expect(refusalOf('   ')).toBe('must not be empty')
  expect(refusalOf('x'.repeat(300))).toBeUndefined()
  expect(refusalOf('x'.repeat(301))).toBe('must have 300 characters at most')
  expect(refusalOf('two\nlines')).toBe('must be plain text in one line')
  expect(refusalOf('{"en":"a"')).toMatch(/^must be text, or JSON/)
  expect(refusalOf('{"de":"Nur Deutsch"}')).toBe('must have a text for en')
  expect(refusalOf('{"en":"a","tlh":"b"}')).toMatch(/^supports only the languages en, es/)
  expect(refusalOf('{"en":"a","de":""}')).toBe('in de must not be empty')
  expect(refusalOf('{"en":"a","de":7}')).toMatch(/^in de /)
})

test.each(['hideAnnualised', 'hideRecord'])('settings: %s is `true` or `false` only', (name) => {
  expect(parseSetting(name, 'true')).toEqual({ setting: { [name]: true } })
  expect(parseSetting(name, 'false')).toEqual({ setting: { [name]: false } })
  for (const value of ['', 'yes', '1', 'TRUE'])
    expect(parseSetting(name, value)).toEqual({ refused: 'must be true or false' })
})

test('the options disclosure link defaults to the publisher’s document', () => {
  const { disclosureUrl } = mergeSettings({}, 'https://w.test')
  expect(new URL(disclosureUrl).host).toBe('www.theocc.com')
  const partnerUrl = 'https://partner.com/odd.pdf'
  expect(mergeSettings({ disclosureUrl: partnerUrl }, 'https://w.test').disclosureUrl).toBe(partnerUrl)
})
