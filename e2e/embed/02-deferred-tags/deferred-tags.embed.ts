import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

const injected = `<script>
  const tag = document.createElement('script')
  tag.src = '%SERVICE%/widgetLoader'
  tag.onload = () => start()
  document.head.append(tag)
</script>`

const variants = {
  async: { HEAD: '<script async src="%SERVICE%/widgetLoader" onload="start()"></script>', BODY: '' },
  defer: {
    HEAD: '<script defer src="%SERVICE%/widgetLoader"></script>',
    BODY: '<script>addEventListener("DOMContentLoaded", () => start())</script>',
  },
  injected: { HEAD: '', BODY: injected },
  module: {
    HEAD: '<script type="module" src="%SERVICE%/widgetLoader" onload="start()"></script>',
    BODY: '',
  },
  'injected by a module': {
    HEAD: '',
    BODY: '<script type="module">globalThis.widgets = { src: "%SERVICE%/widgetLoader" }\nconst tag = document.createElement("script"); tag.type = "module"; tag.src = widgets.src; tag.onload = () => start(); document.body.append(tag)</script>',
  },
}

for (const [kind, { HEAD, BODY }] of Object.entries(variants)) {
  test(`a tag that is ${kind} works like a plain one`, coreIf(kind === 'async'), async ({ host, site }) => {
    const filled = (text: string) => text.replaceAll('%SERVICE%', site.widgetOrigin)
    await host.open('02-deferred-tags', { fill: { HEAD: filled(HEAD), BODY: filled(BODY) } })
    await host.ready()
    expect(host.uncaughtErrors).toEqual([])
  })
}
