/**
 * How long a partner's page waits for ideas, beside a bare embed on the same service: `npm run bench:embed`, after a
 * build.
 */
import { chromium } from 'playwright'
import { dataPaths } from '#contract/paths.ts'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { startPartner } from '#e2e/kit/partner.ts'
import { startSite } from '#e2e/kit/site.ts'
import { type Figures, figuresOf, mediansOf } from './figures.ts'
import { type LineName, lines } from './lines.ts'
import { openProxy } from './proxy.ts'
import { type Embed, visitPage } from './visit.ts'

const runs = 7
const embed: Embed = { widgetType: 'pro', width: 1280, moments: ['ideas', 'why', 'how'] }

const site = await startSite()
const partner = await startPartner(site)
const proxy = await openProxy(Number(new URL(site.serviceUrl).port))
const browser = await chromium.launch(chromiumLaunch())
const stage = { browser, partner, proxy }
try {
  for (const kind of ['bare', 'ours'] as const) await visitPage(stage, kind, embed, 'direct')
  for (const line of Object.keys(lines) as LineName[]) {
    const seen = { bare: [] as Figures[], ours: [] as Figures[] }
    for (let run = 0; run < runs; run += 1)
      for (const kind of ['bare', 'ours'] as const)
        seen[kind].push(figuresOf(await visitPage(stage, kind, embed, line), dataPaths.tradeIdeas))
    const [bare, ours] = [mediansOf(seen.bare), mediansOf(seen.ours)]
    const ratio = (of: number) => (of / bare.ideas).toFixed(2)
    console.log(lines[line].name, `ideas ${ratio(ours.ideas)} panels ${ratio(ours.panels)}`)
    console.table({ bare, ours })
  }
} finally {
  await browser.close()
  await proxy.stop()
  await partner.stop()
  await site.stop()
}
