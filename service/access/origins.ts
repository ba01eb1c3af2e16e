/**
 * The domain whitelist: which embedding origins an account has listed (spec 5.3.4).
 *
 * An entry is an exact origin (`https://partner.com`, `https://partner.com:8443`) or has `*.` as its left-most label
 * (`https://*.partner.com`, which does not include `https://partner.com` itself). Plain http is for development:
 * `localhost`, names under it, and 127.0.0.1, with a port.
 */

/** Endings under which unrelated parties register names: the well-known ones, and by rule `co.uk`-like ones. */
const sharedSuffixes = new Set(
  `github.io gitlab.io githubusercontent.com vercel.app now.sh netlify.app netlify.com pages.dev workers.dev web.app
  firebaseapp.com appspot.com run.app cloudfunctions.net herokuapp.com herokussl.com onrender.com fly.dev fly.io deno.dev
  surge.sh glitch.me repl.co replit.dev replit.app azurewebsites.net azurestaticapps.net azureedge.net cloudapp.net
  windows.net blob.core.windows.net web.core.windows.net core.windows.net cloudfront.net amazonaws.com s3.amazonaws.com
  elasticbeanstalk.com amplifyapp.com awsapprunner.com blogspot.com wordpress.com wixsite.com weebly.com webflow.io
  squarespace.com myshopify.com shopifypreview.com bitbucket.io readthedocs.io ngrok.io ngrok.app ngrok-free.app
  trycloudflare.com loca.lt stackblitz.io webcontainer.io codesandbox.io csb.app gitpod.io github.dev vercel.dev
  lovable.app digitaloceanspaces.com ondigitalocean.app streamlit.app hf.space duckdns.org dyndns.org no-ip.org
  ddns.net nip.io sslip.io xip.io eu.org uk.com us.com de.com co.com`.split(/\s+/),
)
const secondLevel =
  /^(co|com|org|net|gov|edu|ac|or|ne|go|gob|gouv|gen|ltd|plc|me|nom|mil|id|in|web|info)\.[a-z]{2}$/

/** Normal form of a whitelist entry, or why it is refused: a sentence for the operator. */
export function readDomain(given: string): { origin: string } | { refused: string } {
  const text = given.trim()
  const wildcard = /^([a-z]+:\/\/)\*\./i.test(text)
  const plain = wildcard ? text.replace('*.', '') : text
  if (plain.includes('*'))
    return { refused: '`*` may stand only for the left-most label, as in https://*.partner.com' }

  let url: URL
  try {
    url = new URL(plain)
  } catch {
    return { refused: 'is not an origin such as https://partner.com' }
  }
  const host = url.hostname
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'must begin with https://' }
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    return { refused: 'must be an origin alone: scheme, host and port, without path or credentials' }
  }
  if (host.endsWith('.')) return { refused: 'must not end with a dot' }
  if (/(^|[./])xn--/i.test(plain))
    return { refused: 'must be written in its own letters instead of xn--, so that look-alikes can be seen' }
  const mixed = hostOf(plain).split('.').find(mixesScripts)
  if (mixed) return { refused: `mixes letters of different alphabets in "${mixed}"` }

  const address = /^[\d.]+$/.test(host) || host.startsWith('[')
  const loopback = host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'
  if (url.protocol === 'http:') {
    if (!loopback) return { refused: 'must use https; http is only for localhost, *.localhost and 127.0.0.1' }
    if (!url.port) return { refused: 'must name its port, as in http://localhost:3000' }
  } else if (!address && !loopback && !host.includes('.')) return { refused: 'is not a full host name' }
  if (!wildcard) return { origin: url.origin }

  if (address || !host.includes('.'))
    return { refused: '`*.` needs a domain of your own behind it, as in https://*.partner.com' }
  if (sharedSuffixes.has(host) || secondLevel.test(host))
    return { refused: `"${host}" is shared by unrelated parties: list each name by itself` }
  return { origin: url.origin.replace('://', '://*.') }
}

/** Whether the origin a browser asserts is listed. Anything that is not a canonical origin (`null`, a path, capitals) is not. */
export function originListed(origin: string, entries: readonly string[]): boolean {
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (url.origin !== origin || url.hostname.endsWith('.')) return false
  return entries.some((entry) => {
    if (!entry.includes('://*.')) return entry === origin
    const base = new URL(entry.replace('*.', ''))
    return (
      url.protocol === base.protocol && url.port === base.port && url.hostname.endsWith(`.${base.hostname}`)
    )
  })
}

function hostOf(text: string): string {
  return text.replace(/^[a-z]+:\/\//i, '').replace(/[/:].*$/s, '')
}

/** Latin letters beside Cyrillic or Greek ones, or the latter two together: the usual make of a look-alike. */
function mixesScripts(label: string): boolean {
  const used = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Armenian}/u,
    /\p{Script=Cherokee}/u,
  ]
  return used.filter((script) => script.test(label)).length > 1
}
