/** The pages behind the widget's support links, for partners that set no links. Plain HTML, no scripts. */
import { htmlResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { optionsDisclosureUrl } from '#contract/responses/disclosure.ts'

type Page = { readonly title: string; readonly body: string }

const pages: Readonly<Record<string, Page>> = {
  frame: {
    title: 'This is the inside of a widget',
    body: '<p>The options analysis widget lives in a page of one of our partners. Opened by itself it has nobody to speak to and shows nothing.</p><p>Web views that show the widget without a page open it with <code>?toplevel=1</code>.</p>',
  },
  faq: {
    title: 'Questions and answers',
    body: `<h2>Where do the ideas come from?</h2><p>Every night a scan looks at the whole universe of symbols: trend, technical signals, implied volatility and how liquid the options are. The list shows the symbols where something happened.</p>
<h2>What does the technical rank say?</h2><p>Where a symbol stands within the universe, from 1 (weakest tenth) to 10 (strongest tenth).</p>
<h2>What does the score of a strategy say?</h2><p>100 is a fair bet under the prices the option market itself gives. Above it the premium pays more than the risk it carries, by the model; below it, less.</p>
<h2>What does the probability say?</h2><p>The model's probability that the option expires worthless, so that the premium is kept. It is no promise.</p>`,
  },
  support: {
    title: 'Support',
    body: '<p>Please contact the support of the site on which you use the widget, and tell them the symbol, the time and what you saw. They can reach us with it.</p>',
  },
  feedback: {
    title: 'Feedback',
    body: '<p>Please give your feedback to the site on which you use the widget; they pass it on to us.</p>',
  },
  business: {
    title: 'Business inquiries',
    body: '<p>The widget and the data API are offered to brokers, publishers and banks. Please ask through your account representative.</p>',
  },
  share: {
    title: 'Options analysis',
    body: '<p>Trade ideas, technical analysis and income strategies for stocks with listed options, in one widget.</p>',
  },
  disclosures: {
    title: 'Disclosures',
    body: `<p>What is shown is information, not investment advice and no offer to buy or sell. Options involve risk and are not suitable for all investors; the loss can exceed the premium. Read <a href="${optionsDisclosureUrl}">Characteristics and Risks of Standardized Options</a> before you trade. Probabilities, scores and returns come from models and past prices, exclude commissions and taxes, and can be wrong. Quotes may be delayed or simulated, as the widget says.</p>`,
  },
}

/** The page of a topic; undefined for an unknown one. */
export function helpPage(topic: string): HttpResponse | undefined {
  const page = Object.hasOwn(pages, topic) ? pages[topic] : undefined
  if (!page) return undefined
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${page.title}</title><h1>${page.title}</h1>${page.body}</html>`
  return htmlResponse(html, {
    'Cache-Control': topic === 'frame' ? 'no-store' : 'public, max-age=3600',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...(topic === 'frame' ? { Vary: 'Sec-Fetch-Dest' } : {}),
  })
}
