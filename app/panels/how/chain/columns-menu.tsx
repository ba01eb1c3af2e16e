import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Popover } from '#app/ui/controls/popover.tsx'
import { chooseColumns, useChosenColumns } from './chosen-columns.ts'
import { type ChainLayout, choosableColumns } from './columns.ts'

/** Button with a box in which the user chooses the columns of the chain. */
export function ColumnsMenu({ layout, hidesPrices }: { layout: ChainLayout; hidesPrices: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('chain')
  const chosen = useChosenColumns(app)
  const shown = layout.columns.flat()
  const checked = chosen ?? shown
  return (
    <Popover kind="secondary" action="chain-columns" label={t('columns.choose')}>
      <fieldset className="chain-choice">
        <legend>{t('columns.title')}</legend>
        {choosableColumns(hidesPrices).map((name) => {
          const isChecked = checked.includes(name)
          return (
            <label key={name}>
              <input
                type="checkbox"
                data-value={name}
                checked={isChecked}
                disabled={isChecked && checked.length === 1}
                onChange={() =>
                  chooseColumns(
                    app,
                    isChecked ? checked.filter((other) => other !== name) : [...checked, name],
                  )
                }
              />
              <span>{t(`columnName.${name}`)}</span>
            </label>
          )
        })}
        {checked.some((name) => choosableColumns(hidesPrices).includes(name) && !shown.includes(name)) && (
          <p>{t('columns.noRoom')}</p>
        )}
        {chosen && (
          <Button kind="link" data-action="chain-columns-fit" onClick={() => chooseColumns(app, null)}>
            {t('columns.fit')}
          </Button>
        )}
      </fieldset>
    </Popover>
  )
}
