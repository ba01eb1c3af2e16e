import { describe, expect, test } from 'vitest'
import { isOriginListed, parseDomain } from './origins.ts'

describe('a whitelist entry', () => {
  test.each([
    ['https://partner.com', 'https://partner.com'],
    [' https://Partner.COM/ ', 'https://partner.com'],
    ['https://partner.com:443', 'https://partner.com'],
    ['https://partner.com:8443', 'https://partner.com:8443'],
    ['https://*.partner.com', 'https://*.partner.com'],
    ['https://*.app.partner.co.uk', 'https://*.app.partner.co.uk'],
    ['https://me.github.io', 'https://me.github.io'],
    ['https://*.me.github.io', 'https://*.me.github.io'],
    ['https://*.bucket.s3.eu-west-1.amazonaws.com', 'https://*.bucket.s3.eu-west-1.amazonaws.com'],
    ['https://*.me.westeurope.cloudapp.azure.com', 'https://*.me.westeurope.cloudapp.azure.com'],
    ['https://*.me.school.sch.uk', 'https://*.me.school.sch.uk'],
    ['https://bucket.r2.dev', 'https://bucket.r2.dev'],
    ['https://*.partner.example', 'https://*.partner.example'],
    ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
    ['http://*.partner.localhost:8081', 'http://*.partner.localhost:8081'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
    ['http://partner.localhost:8081', 'http://partner.localhost:8081'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is normalised to %s', (entry, origin) => {
    expect(parseDomain(entry)).toEqual({ origin })
  })

  test.each([
    ['partner.com', 'not an origin'],
    ['', 'not an origin'],
    ['*', 'left-most label'],
    ['https://*', 'left-most label'],
    ['https://*.com', 'full host name'],
    ['https://*.co.uk', 'shared by unrelated'],
    ['https://*.github.io', 'shared by unrelated'],
    ['https://*.vercel.app', 'shared by unrelated'],
    ['https://*.r2.dev', 'shared by unrelated'],
    ['https://*.s3.eu-west-1.amazonaws.com', 'shared by unrelated'],
    ['https://*.eu-west-1.amazonaws.com', 'shared by unrelated'],
    ['https://*.amazonaws.com', 'shared by unrelated'],
    ['https://*.cloudapp.azure.com', 'shared by unrelated'],
    ['https://*.westeurope.cloudapp.azure.com', 'shared by unrelated'],
    ['https://*.sch.uk', 'shared by unrelated'],
    ['https://*.school.sch.uk', 'shared by unrelated'],
    ['https://*.kawasaki.jp', 'shared by unrelated'],
    ['https://*.wordpress.com', 'shared by unrelated'],
    ['https://a.*.partner.com', 'left-most label'],
    ['https://part*.com', 'left-most label'],
    ['https://*.*.partner.com', 'left-most label'],
    ['https://*.10.0.0.1', 'a domain of your own'],
    ['http://partner.com', 'must use https'],
    ['http://localhost.evil.test:3000', 'must use https'],
    ['http://127.0.0.1.evil.test:80', 'must use https'],
    ['http://localhost', 'must name its port'],
    ['ftp://partner.com', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['https://partner.com/path', 'only an origin'],
    ['https://partner.com?x', 'only an origin'],
    ['https://user:pass@partner.com', 'only an origin'],
    ['https://partner.com.', 'end with a dot'],
    ['https://intranet', 'full host name'],
    ['https://xn--pypal-4ve.com', 'in Unicode'],
    ['https://pаypal.com', 'different alphabets'],
  ])('%s is refused: %s', (entry, reason) => {
    expect(parseDomain(entry)).toEqual({ refused: expect.stringContaining(reason) as string })
  })
})

describe('isOriginListed', () => {
  const entries = [
    'https://partner.com',
    'https://*.wild.com',
    'https://*.port.com:8443',
    'http://localhost:8081',
  ]
  test.each([
    'https://partner.com',
    'https://a.wild.com',
    'https://a.b.wild.com',
    'https://x.port.com:8443',
    'http://localhost:8081',
  ])('is true for %s', (origin) => {
    expect(isOriginListed(origin, entries)).toBe(true)
  })
  test.each([
    'http://partner.com',
    'https://partner.com:8443',
    'https://www.partner.com',
    'https://partner.com.evil.test',
    'https://evilpartner.com',
    'https://partner.com.',
    'https://PARTNER.com',
    'https://partner.com/',
    'https://pаrtner.com',
    'https://xn--prtner-4ve.com',
    'https://wild.com',
    'https://evilwild.com',
    'https://a.wild.com.',
    'http://a.wild.com',
    'https://a.port.com',
    'http://localhost:8082',
    'http://localhost',
    'http://[::1]:8081',
    'null',
    '',
    'https://',
    'file://',
  ])('is false for %s', (origin) => {
    expect(isOriginListed(origin, entries)).toBe(false)
  })
})
