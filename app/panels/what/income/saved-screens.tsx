/** Saves the filters and the order of the best income trades by a name, and opens them again. */
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setFilters, setIncomeLeg, setScreen } from '#app/state/choices/list-choice.ts'
import {
  incomeFiltersOf,
  isSameScreen,
  maxNameLength,
  readScreens,
  removeScreen,
  saveScreen,
  type ScreenChoice,
} from '#app/state/saved-screens.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { clearIncomeFilters } from './income-filters.ts'

export function SavedScreens() {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const [screens, setScreens] = useState(readScreens)
  const [name, setName] = useState('')
  const incomeLeg = useView((view) => view.incomeLeg)
  const screen = useView((view) => view.screen)
  const filters = useView((view) => view.filters)
  const current: ScreenChoice = { incomeLeg, screen, filters }
  const shown = [...screens].find(([, choice]) => isSameScreen(choice, current))?.[0] ?? ''

  const open = (chosen: string) => {
    const choice = screens.get(chosen)
    if (!choice) return
    clearIncomeFilters(app)
    setFilters(app, incomeFiltersOf(choice.filters))
    setIncomeLeg(app, choice.incomeLeg)
    setScreen(app, { sort: undefined, order: undefined, ...choice.screen })
  }
  return (
    <>
      {screens.size > 0 && (
        <label className="filters-order">
          <span>{t('saved.label')}</span>
          <select
            className="select"
            data-filter="saved"
            value={shown}
            onChange={({ target }) => open(target.value)}
          >
            <option value="" disabled={shown !== ''}>
              {t('saved.none')}
            </option>
            {[...screens.keys()].map((saved) => (
              <option key={saved} value={saved}>
                {saved}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown ? (
        <Button
          kind="quiet"
          className="filters-clear"
          data-action="remove-screen"
          onClick={() => setScreens(removeScreen(shown))}
        >
          {t('saved.remove', { name: shown })}
        </Button>
      ) : (
        <form
          className="filters-save"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            setScreens(saveScreen(name.trim(), current))
            setName('')
          }}
        >
          <label>
            <span>{t('saved.name')}</span>
            <input
              className="field"
              data-filter="screen-name"
              maxLength={maxNameLength}
              autoComplete="off"
              dir="auto"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          <Button type="submit" data-action="save-screen" aria-disabled={name.trim() === ''}>
            {t('saved.save')}
          </Button>
        </form>
      )}
    </>
  )
}
