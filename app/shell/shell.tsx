/**
 * The widget's layout: header, banner, panels (side by side, as tabs, or in the strategies layout)
 * and footer. Without a session it renders a skeleton, which the document also shows before any
 * script (boot/document/skeletons.tsx), or a screen with the reason.
 */
import './shell.css'
import './auto-height.css'
import './summary/summary.css'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { Connecting } from './header/connecting.tsx'
import { Footer } from './footer/footer.tsx'
import { HeaderOutline } from './header/header-outline.tsx'
import { useIdeasPainted } from './ideas-painted.ts'
import { HowSkeleton } from '#app/panels/how/skeleton.tsx'
import { WhatPanel } from '#app/panels/what/what-panel.tsx'
import { WhySkeleton } from '#app/panels/why/skeleton.tsx'
import { useSteps } from './steps.ts'
import { useAppState } from '#app/state/app-state.ts'
import { wasSessionOpened, showsWhatPanel, useHost, useOption } from '#app/state/host.ts'
import { selectSymbol, setTab, type Tab, useView } from '#app/state/view.ts'
import { ErrorBoundary } from '#app/ui/error-boundary.tsx'
import { TryAgain } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { useOnline } from '#app/ui/online.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'

/**
 * Parts shown once the first ideas are painted. Their texts are loaded with them, so none of them
 * suspends.
 */
export type Parts = Readonly<{
  Header: ComponentType
  DataStatus: ComponentType
  FooterTools: ComponentType
  BannerAndDialogs: ComponentType<{ onReload: () => void }>
  Summary: ComponentType<{ children: ReactNode }>
  WhyPanel: ComponentType
  HowPanel: ComponentType<{ isPreparing: boolean; onTrade: (ticket: TradeTicket) => void }>
}>

type Props = {
  loadParts: () => Promise<Parts>
  /** Called once, when the panels are on screen. */
  onReady: () => void
  /** Called once, when the first ideas are on screen, or if none are being loaded. */
  onIdeas: () => void
  onTrade: (ticket: TradeTicket) => void
  onReload: () => void
  /** The user wants to retry opening the session now. */
  onRetry: () => void
}

const ScreenNote = lazy(() => import('./screens/screen-note.tsx').then((m) => ({ default: m.ScreenNote })))

export function Shell(props: Props) {
  const phase = useHost((host) => host.phase)
  const widget = <Widget {...props} />
  // A top-level tab has no embedding page that could start the widget.
  const showsNote =
    phase === 'refused' || phase === 'failed' || (phase === 'waiting' && window.parent === window)
  return (
    <div className="w">
      <Suspense fallback={widget}>
        {showsNote ? (
          <ErrorBoundary renderFallback={() => <Unreachable onRetry={props.onRetry} />}>
            <ScreenNote phase={phase} onRetry={props.onRetry} />
          </ErrorBoundary>
        ) : (
          widget
        )}
      </Suspense>
    </div>
  )
}

function Widget({ loadParts, onReady, onIdeas, onTrade, onReload }: Props) {
  const { t } = useTranslation()
  const running = useHost(wasSessionOpened)
  const isStrategies = useHost((host) => host.widgetType === 'proStrategies')
  const showHeader = useOption('showHeader', true)
  const showWhat = useHost(showsWhatPanel)
  const symbol = useView((view) => view.symbol)
  // Declared first, so that the page receives READY before SYMBOL_CHANGED.
  useEffect(() => {
    if (running) onReady()
  }, [running, onReady])
  useFirstSymbol(running)
  const areIdeasPainted = useIdeasPainted(running, onIdeas)
  // Does not use Suspense, because React delays suspended content by at least 300 ms.
  const {
    data: parts,
    isError,
    refetch,
  } = useLazyModule('parts', loadParts, areIdeasPainted || (running && !showWhat))
  const step = useSteps(parts !== undefined, 3)
  // The parts appear one after the other: around the panels, Why, How. Without a list, How is what the user came for.
  const [surroundings, whyPart] = (isStrategies ? [2, 3] : [1, 2]).map((minStep) =>
    step >= minStep ? parts : undefined,
  )
  // How chooses its contract first, which the chart of Why marks.
  const how = parts && <parts.HowPanel isPreparing={step < (isStrategies ? 1 : 3)} onTrade={onTrade} />
  const panel = (name: Tab, content: ReactNode) => (
    <PanelBoundary name={name} onRetry={isError ? () => void refetch() : undefined}>
      {content}
    </PanelBoundary>
  )

  return (
    <>
      {showHeader && (
        <LazyPart fallback={<HeaderOutline />}>{surroundings && <surroundings.Header />}</LazyPart>
      )}
      <LazyPart>{surroundings && <surroundings.BannerAndDialogs onReload={onReload} />}</LazyPart>
      <main className="main" aria-label={t('name')}>
        <h1 className="visually-hidden">{t('name')}</h1>
        {isStrategies ? (
          <div className="panels panels-strategies">
            <LazyPart fallback={<SummaryOutline />}>
              {whyPart && <whyPart.Summary>{panel('why', <whyPart.WhyPanel />)}</whyPart.Summary>}
            </LazyPart>
            {panel('how', how)}
          </div>
        ) : (
          <TabbedPanels
            what={showWhat && panel('what', <WhatPanel isPainted={areIdeasPainted} />)}
            why={panel('why', whyPart && <whyPart.WhyPanel />)}
            how={panel('how', how)}
          />
        )}
        {/* Announced to screen readers immediately; visible after a delay (shell.css). */}
        {!running && (
          <p className="connecting" role="status">
            {t('screen.connecting')}
          </p>
        )}
      </main>
      <Footer
        status={
          !showHeader && (
            <LazyPart fallback={<Connecting />}>{surroundings && <surroundings.DataStatus />}</LazyPart>
          )
        }
        tools={<LazyPart>{surroundings && <surroundings.FooterTools />}</LazyPart>}
      />
      <LiveRegion>{symbol && t('announce.symbol', { symbol })}</LiveRegion>
    </>
  )
}

/** The three panels side by side; below 1024 px one at a time, with tabs. `what` is false without the list. */
function TabbedPanels({ what, why, how }: { what: ReactNode; why: ReactNode; how: ReactNode }) {
  const app = useAppState()
  const { t } = useTranslation()
  const selectedTab = useView((view) => view.tab)
  const tabs: readonly Tab[] = what ? ['what', 'why', 'how'] : ['why', 'how']
  const tab = tabs.includes(selectedTab) ? selectedTab : 'why'
  return (
    <>
      {/* Visible below 1024 px. */}
      <Tabs
        className="tabs"
        label={t('tab.label')}
        value={tab}
        choices={tabs.map((name) => ({
          value: name,
          label: t(`tab.${name}`),
          id: `tab-${name}`,
          controls: `panel-${name}`,
        }))}
        onChange={(next) => setTab(app, next)}
      />
      <div className={what ? 'panels' : 'panels panels-two'} data-tab={tab}>
        {what}
        {why}
        {how}
      </div>
    </>
  )
}

/** Shown when code failed to load. Loading is retried automatically. */
function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note role="alert" action={useOnline() && <TryAgain onRetry={onRetry} />}>
      {t('screen.unreachable')}
    </Note>
  )
}

/** A part that is loaded later, with `fallback` as placeholder, also after an error. */
const LazyPart = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) => (
  <ErrorBoundary renderFallback={() => fallback}>{children || fallback}</ErrorBoundary>
)

const SummaryOutline = () => (
  <div className="summary">
    <div className="summary-row summary-outline" />
  </div>
)

/**
 * Shows the loading state and the errors of one panel. `onRetry` is set if the panel's code failed
 * to load.
 */
function PanelBoundary({
  name,
  onRetry,
  children,
}: {
  name: Tab
  onRetry: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const quiet = !useHost(wasSessionOpened)
  const heading = t(`tab.${name}`)
  const renderError = (retry: () => void) => (
    <Panel name={name} state="error" heading={heading} onRetry={retry} />
  )
  const loadFailure = onRetry && (
    <Panel name={name} state="error" heading={heading} failureNote={<Unreachable onRetry={onRetry} />} />
  )
  const skeleton = (
    <Panel
      name={name}
      state="loading"
      heading={heading}
      skeleton={name === 'why' ? <WhySkeleton /> : <HowSkeleton />}
      quiet={quiet}
    />
  )
  return <ErrorBoundary renderFallback={renderError}>{children || loadFailure || skeleton}</ErrorBoundary>
}

/**
 * Selects the default symbol if neither the page nor the scan has one: the fund that represents the market. It is
 * reported to the page like any change.
 */
function useFirstSymbol(running: boolean): void {
  const app = useAppState()
  const needsSymbol = useView((view) => view.symbol === '') && running
  const symbol = useQuery({ ...queries.tone(), enabled: needsSymbol }).data?.symbol
  useEffect(() => {
    if (needsSymbol && symbol) selectSymbol(app, symbol, { origin: 'scan' })
  }, [app, needsSymbol, symbol])
}
