import { expect, test } from '#e2e/kit/fixtures.ts'

const policy = [
  "default-src 'none'",
  "script-src 'nonce-%NONCE%' 'strict-dynamic'",
  "style-src 'none'",
  'frame-src %SERVICE%',
  'connect-src %SERVICE% %SOCKET%',
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

test('statement 2: the strictest content security policy needs only frame-src and connect-src', async ({
  host,
}) => {
  await host.open('33-strict-policy', { headers: { 'Content-Security-Policy': policy } })
  await host.page.evaluate(() => {
    Object.assign(window, { violations: [] })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // The browser's own request for the icon.
      if (!blockedURI.endsWith('/favicon.ico'))
        (window as unknown as { violations: string[] }).violations.push(effectiveDirective)
    })
  })
  await host.start({ theme: 'dark', symbol: 'AAPL' })
  await host.ready()
  await host.send('SET_THEME', { theme: 'light' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  await expect(host.frames).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await host.destroy()
  expect(await host.page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual(
    [],
  )
  expect(host.uncaughtErrors.filter((line) => !line.includes('/favicon.ico'))).toEqual([])
})
