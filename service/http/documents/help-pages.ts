/**
 * Default pages of the widget's support links, for partners that set no links. Plain HTML without
 * scripts.
 */
import { htmlResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { optionsDisclosureUrl } from '#contract/responses/disclosure.ts'

type Page = { readonly title: string; readonly body: string }

const pages: Readonly<Record<string, Page>> = {
  frame: {
    title: 'This page is part of a widget',
    body: '<p>The options analysis widget works only inside a page of one of our partners. Opened directly, it shows nothing.</p><p>Web views that show the widget without a page must open it with <code>?toplevel=1</code>.</p>',
  },
  faq: {
    title: 'Questions and answers',
    body: `<h2>Where do the ideas come from?</h2><p>Every night a scan analyses all symbols: their trends, technical signals, implied volatility and the liquidity of their options. The list shows the symbols on which a signal fired.</p>
<h2>What does the technical rank mean?</h2><p>The position of a symbol among all symbols, from 1 (weakest tenth) to 10 (strongest tenth).</p>
<h2>What does the score of a strategy mean?</h2><p>100 is a fair bet according to the model. Above 100, the premium pays more than the risk costs; below 100, it pays less.</p>
<h2>What does the probability mean?</h2><p>It is the model's probability that the option expires worthless, so that the seller keeps the premium. It is not a promise.</p>`,
  },
  support: {
    title: 'Support',
    body: '<p>Please contact the support of the site on which you use the widget, and tell them the symbol, the time and what you saw. They can then contact us.</p>',
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
    body: `<p>The widget shows information. It is not investment advice and not an offer to buy or sell. Options involve risk and are not suitable for all investors; the loss can exceed the premium. Read <a href="${optionsDisclosureUrl}">Characteristics and Risks of Standardized Options</a> before you trade. Probabilities, scores and returns come from models and past prices, exclude commissions and taxes, and can be wrong. Quotes may be delayed or simulated, as the widget says.</p>`,
  },
}

/** Returns the page of a topic, or undefined for an unknown topic. */
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
