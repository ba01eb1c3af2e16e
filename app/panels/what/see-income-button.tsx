/** What else the panel has, where a list leaves half of it empty or has nothing at all. */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState } from '#app/state/app-state.ts'
import { setList } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Up to so many rows leave a panel of the usual height half empty. */
const fewRows = 6

export const WhatElse = ({ rows }: { rows: number }) =>
  rows <= fewRows && (
    <Suspense>
      <Ways />
    </Suspense>
  )

function Ways() {
  const app = useAppState()
  const { t } = useTranslation('filters')
  return (
    <div className="what-else">
      <Button data-action="best-income" onClick={() => setList(app, 'income')}>
        {t('lists.seeIncome')}
      </Button>
    </div>
  )
}
