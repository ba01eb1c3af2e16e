/** Lists all keyboard shortcuts. Loaded when it is first opened. */
import './shortcuts-dialog.css'
import { Fragment } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useOption } from '#app/state/host.ts'
import { Dialog } from '#app/ui/controls/dialog.tsx'

/** Groups of shortcuts, with the keys of each as labelled on keyboards. */
const groups = [
  {
    name: 'everywhere',
    lines: [
      ['search', ['/']],
      ['list', ['?']],
      ['close', ['Esc']],
      ['next', ['Tab']],
    ],
  },
  {
    name: 'tabs',
    lines: [
      ['tabs', ['←', '→']],
      ['ends', ['Home', 'End']],
    ],
  },
  {
    name: 'ideas',
    lines: [
      ['move', ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End']],
      ['type', ['A', 'Z']],
      ['show', ['Enter']],
      ['headings', ['↑', '←', '→']],
    ],
  },
  {
    name: 'chart',
    lines: [
      ['day', ['←', '→']],
      ['week', ['PgUp', 'PgDn']],
      ['ends', ['Home', 'End']],
      ['zoom', ['+', '−']],
      ['pan', ['Shift ←', 'Shift →']],
      ['whole', ['0']],
      ['leave', ['Esc']],
    ],
  },
  { name: 'matrix', lines: [['cells', ['↑', '↓', '←', '→', 'Home', 'End']]] },
  {
    name: 'payoff',
    lines: [
      ['price', ['←', '→']],
      ['priceFast', ['PgUp', 'PgDn']],
      ['ends', ['Home', 'End']],
    ],
  },
] as const

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const hasSingleKeys = useOption('shortcuts', true)
  const hasSearch = useOption('showHeader', true)
  const isAvailable = (line: string) =>
    line === 'search' ? hasSingleKeys && hasSearch : line === 'list' ? hasSingleKeys : true
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <p className="shortcuts-note">{t('shortcuts.note')}</p>
      {groups.map(({ name, lines }) => (
        <section key={name} className="shortcuts">
          <h3>{t(`shortcuts.group.${name}`)}</h3>
          <dl>
            {lines.map(
              ([line, keys]) =>
                isAvailable(line) && (
                  <div key={line}>
                    <dt dir="ltr">
                      {keys.map((key, index) => (
                        <Fragment key={key}>
                          {index > 0 && (line === 'type' ? '–' : ' ')}
                          <kbd>{key}</kbd>
                        </Fragment>
                      ))}
                    </dt>
                    <dd>{t(`shortcuts.${line}`)}</dd>
                  </div>
                ),
            )}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
