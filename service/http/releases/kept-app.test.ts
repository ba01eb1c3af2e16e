import { afterEach, expect, test } from 'vitest'
import { appOf, serveReleases } from './releases.fixture.ts'
import type { ReleasesFixture } from './releases.fixture.ts'

let site: ReleasesFixture
afterEach(() => site.remove())

test('a pinned loader opens the app of its release, and other loaders the current one', async () => {
  site = await serveReleases('1.5.0', { kept: ['1.3.0', '1.4.0'], loadersOnly: ['1.2.0'] })
  for (const version of ['1.3.0', '1.4.0', '1.5.0'])
    expect(await site.text(`/widget/${version}`)).toContain(`src="/assets/main-${version}.js"`)
  for (const path of ['/widget', '/widget/1.2.0', '/widget/next'])
    expect(await site.text(path)).toContain('src="/assets/main-1.5.0.js"')
})

test('the document of a kept app has the policy of the current one', async () => {
  site = await serveReleases('1.5.0', { kept: ['1.3.0'] })
  const policy = async (path: string) =>
    (await site.get(path)).headers.get('content-security-policy')?.replace(/nonce-[^']+/, 'nonce')
  expect(await policy('/widget/1.3.0')).toBe(await policy('/widget'))
})

test('the files of a kept app have the same bytes after later releases, and are cached for good', async () => {
  const bytesOf = async (built: string, kept: string[]) => {
    site?.remove()
    site = await serveReleases(built, { kept })
    return Promise.all(
      Object.keys(appOf('1.3.0'))
        .slice(1)
        .map((path) => site.text(`/${path}`)),
    )
  }
  const before = await bytesOf('1.3.0', ['1.3.0'])
  // The build of 1.5.0 has other bytes for `assets/shared.js`.
  expect(await bytesOf('1.5.0', ['1.3.0', '1.4.0'])).toEqual(before)
  const { headers } = await site.get('/assets/main-1.3.0.js')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})
