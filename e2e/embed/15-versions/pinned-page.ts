/** Pages with the script tag of a release or channel. */
import { readFileSync } from 'node:fs'
import type { HostPage } from '#e2e/kit/host-page.ts'

const template = readFileSync(new URL('../../kit/host-page.html', import.meta.url), 'utf8')

/** Opens a page. @param script path below `/widgetLoader`, such as `/1.3.0.js`; empty for the stable release */
export const openWith = (host: HostPage, script: string) =>
  host.open('15-versions', {
    files: { 'index.html': template.replace('/widgetLoader', `/widgetLoader${script}`) },
  })
