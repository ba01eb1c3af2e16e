import { expect, test } from '#e2e/kit/fixtures.ts'

test(
  'the widget works on a page that grants no permission, clipboard and fullscreen included',
  { tag: '@extended' },
  async ({ host }) => {
    await host.openReady(
      '38-permissions',
      { symbol: 'AAPL', showSocialButtons: true },
      {
        headers: {
          'Permissions-Policy': 'clipboard-write=(), clipboard-read=(), fullscreen=(), storage-access=()',
          'Referrer-Policy': 'no-referrer',
        },
      },
    )
    await host.widget.why.shows('AAPL')
    expect(host.uncaughtErrors).toEqual([])
  },
)
