/**
 * Shares the partner's page and the displayed symbol. Uses plain links, so nothing is loaded from
 * the networks.
 */
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'

const networks = {
  X: (url: string, text: string) => `https://x.com/intent/post?${new URLSearchParams({ url, text })}`,
  LinkedIn: (url: string) =>
    `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`,
  Facebook: (url: string) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
} as const

export function ShareMenu({ url }: { url: string }) {
  const { t } = useTranslation('shell')
  const symbol = useView((view) => view.symbol)
  const [copied, setCopied] = useState(false)
  const text = t('header.shareText', { symbol })
  const absoluteUrl = new URL(url, location.href).href
  return (
    <nav className="share" aria-label={t('header.share')}>
      {Object.entries(networks).map(([network, linkTo]) => (
        <a
          key={network}
          className="button button-quiet"
          href={linkTo(absoluteUrl, text)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('header.shareOn', { place: network })}
        </a>
      ))}
      <Button
        kind="quiet"
        onClick={() => void navigator.clipboard?.writeText(absoluteUrl).then(() => setCopied(true))}
      >
        {copied ? t('header.linkCopied') : t('header.copyLink')}
      </Button>
    </nav>
  )
}
