import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType, WireIncome } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type WireCell, cellsOf } from '#app/state/choices/cells.ts'
import { chooseCell, useChosenContract } from '#app/state/choices/chosen-contract.ts'
import { setContract, setHowView } from '#app/state/choices/trade-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { closeIcon } from '#app/ui/controls/dialog.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Icon } from '#app/ui/icon.tsx'

type ChainChoice = {
  income: WireIncome
  leg: LegType
  /** The cell that the How panel shows. */
  displayedCell: WireCell | undefined
}

/**
 * The chain's region. If the frame has three columns it covers the panels before How (layer.css) and has a heading
 * with a button that closes it. Escape closes it too, from anywhere in the How panel.
 */
export function ChainRegion(props: ChainChoice) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const region = useRef<HTMLElement>(null)
  const name = t('view.chainOf', { symbol: props.income.underlying })
  useReturnedFocus(region)
  useEscape(region, () => setHowView(app, 'grid'))
  return (
    <section ref={region} className="how-chain" aria-label={name}>
      <header className="how-chain-head">
        <h3>{name}</h3>
        <Button
          kind="icon"
          data-action="close-chain"
          aria-label={t('view.close')}
          title={t('view.close')}
          onClick={() => setHowView(app, 'grid')}
        >
          <Icon path={closeIcon} />
        </Button>
      </header>
      <LazyChain {...props} />
    </section>
  )
}

/** The chain, loaded on first opening. Choosing a contract that fills a cell selects the cell. */
function LazyChain({ income, leg, displayedCell }: ChainChoice): ReactNode {
  const app = useAppState()
  const { t } = useTranslation('how')
  const contract = useChosenContract()
  const chainModule = useLazyModule('how/chain', () => import('#app/panels/how/chain/chain.tsx'))
  const placeholder = <div className="how-chain-placeholder" aria-busy="true" />
  const choose = (id: string, chosenLeg: LegType) => {
    const cell = cellsOf(income, chosenLeg).find(({ option }) => option?.id === id)
    if (cell) chooseCell(app, chosenLeg, cell)
    else setContract(app, id, chosenLeg)
  }
  if (!chainModule.data)
    return chainModule.isError ? (
      <Failure
        problem={problemOf(chainModule.error)}
        title={t('view.chain')}
        busy={chainModule.isFetching}
        onRetry={() => void chainModule.refetch()}
      />
    ) : (
      placeholder
    )
  return (
    <Suspense fallback={placeholder}>
      <chainModule.data.Chain
        key={income.underlying}
        income={income}
        leg={leg}
        selected={contract ?? displayedCell?.option?.id ?? null}
        shownOption={displayedCell?.option}
        onChoose={({ id }, chosenLeg) => choose(id, chosenLeg)}
      />
    </Suspense>
  )
}

/** If the region had the focus when it is removed, the switch that has opened it gets the focus. */
function useReturnedFocus(region: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = region.current
    const panel = element?.closest('.panel')
    return () => {
      if (element?.contains(document.activeElement))
        panel?.querySelector<HTMLElement>('.how-views [role=radio][data-value=grid]')?.focus()
    }
  }, [region])
}

/** Calls `onEscape` on Escape in the panel of the region, except in a dialog or popover, which it closes. */
function useEscape(region: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const panel = region.current?.closest<HTMLElement>('.panel')
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return
      if (!target.closest('dialog') && !panel?.querySelector(':popover-open')) latest.current()
    }
    panel?.addEventListener('keydown', onKeyDown)
    return () => panel?.removeEventListener('keydown', onKeyDown)
  }, [region])
}
