/** The risk notice and the link to the options disclosure document: visible at every width, with any options. */
import './footer.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Texts } from '#contract/api/access.ts'
import { optionsDisclosureUrl } from '#contract/responses/disclosure.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const moreIcon = 'M8 7.5V12M8 4.5v.2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13'

/**
 * `status` is the data status if there is no header to show it. On phones the footer is one row,
 * and a button shows the other texts. `tools` is loaded after the ideas.
 */
export function Footer({ status, tools }: { status: ReactNode; tools: ReactNode }) {
  const { t, i18n } = useTranslation()
  const settings = useHost((host) => host.settings)
  const delayedSeconds = useLive((live) => live.market?.delayedSeconds ?? 0)
  const isSimulated = useLive((live) => live.market?.simulated ?? false)
  const localized = (texts?: Texts) => texts?.[i18n.language] ?? texts?.['en']
  const conflicts = localized(settings?.conflicts)
  const [isOpen, setOpen] = useState(false)
  return (
    <footer className={isOpen ? 'footer footer-open' : 'footer'}>
      {status}
      {/* Invisible, with reserved space, until the partner's text is known: the default text must not flash. */}
      <p className={settings ? 'footer-notice' : 'footer-notice footer-unknown'}>
        <a
          href={settings?.disclosureUrl ?? optionsDisclosureUrl}
          target="_blank"
          rel="noopener noreferrer"
          data-odd
        >
          <span className="footer-long">{t('footer.odd')}</span>{' '}
          <span className="footer-short">{t('footer.oddShort')}</span>
        </a>
        <span className="footer-risk">{localized(settings?.notice) ?? t('footer.notice')}</span>
        {conflicts && <span className="footer-more">{conflicts}</span>}
        <span className="footer-more">
          {t('footer.hypothetical')}{' '}
          {delayedSeconds > 0 && `${t('footer.delayed', { minutes: Math.round(delayedSeconds / 60) })} `}
          {isSimulated && `${t('footer.simulated')} `}
          {t('footer.notAdvice')}
        </span>
      </p>
      <Button
        kind="icon"
        className="footer-toggle"
        aria-label={t('footer.more')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon path={moreIcon} />
      </Button>
      {tools}
    </footer>
  )
}
