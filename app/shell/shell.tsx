/**
 * The widget's frame: header, banner, three panels (or tabs, or the strategies layout), footer; before there is a session
 * the same in outline, which the document shows before any script (boot/skeletons.tsx); and the screens instead.
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
import { isRunning, showsWhat, useHost, useOption } from '#app/state/host.ts'
import { selectSymbol, setTab, type Tab, useView } from '#app/state/view.ts'
import { ErrorBoundary } from '#app/ui/error-boundary.tsx'
import { TryAgain } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { useOnline } from '#app/ui/online.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'

/** Parts shown once the first ideas are painted. Their texts are loaded with them: nothing suspends. */
export type Parts = Readonly<{
  Header: ComponentType
  DataStatus: ComponentType
  Overlay: ComponentType<{ onReload: () => void }>
  Summary: ComponentType<{ children: ReactNode }>
  WhyPanel: ComponentType
  HowPanel: ComponentType<{ onTrade: (ticket: TradeTicket) => void }>
}>

type Props = {
  loadParts: () => Promise<Parts>
  /** Said once, when the panels are on screen. */
  onReady: () => void
  /** Said once, when the first ideas are on screen, or none are on their way. */
  onIdeas: () => void
  onTrade: (ticket: TradeTicket) => void
  onReload: () => void
  /** The user wants the session to be tried again now. */
  onRetry: () => void
}

const ScreenNote = lazy(() => import('./screens/screen-note.tsx').then((m) => ({ default: m.ScreenNote })))

export function Shell(props: Props) {
  const phase = useHost((host) => host.phase)
  const widget = <Widget {...props} />
  // As a top-level tab it waits for nothing.
  const none = phase === 'refused' || phase === 'failed' || (phase === 'waiting' && window.parent === window)
  return (
    <div className="w">
      <Suspense fallback={widget}>
        {none ? (
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
  const app = useAppState()
  const { t } = useTranslation()
  const running = useHost(isRunning)
  const strategies = useHost((host) => host.widgetType === 'proStrategies')
  const showHeader = useOption('showHeader', true)
  const showWhat = useHost(showsWhat)
  const symbol = useView((view) => view.symbol)
  const chosen = useView((view) => view.tab)
  const tabs: readonly Tab[] = showWhat ? ['what', 'why', 'how'] : ['why', 'how']
  const tab = tabs.includes(chosen) ? chosen : 'why'
  // Before the page is informed of a symbol.
  useEffect(() => {
    if (running) onReady()
  }, [running, onReady])
  useFirstSymbol(running)
  const painted = useIdeasPainted(running, onIdeas)
  // A state and no Suspense: React shows what it suspended for 300 ms later at the earliest.
  const { data: loaded, isError, refetch } = useLazyModule('parts', loadParts, painted)
  const step = useSteps(loaded !== undefined, 3)
  const [around, whyPart, howPart] = [1, 2, 3].map((place) => (step >= place ? loaded : undefined))
  const panel = (name: Tab, shown: ReactNode) => (
    <PanelBoundary name={name} onRetry={isError ? () => void refetch() : undefined}>
      {shown}
    </PanelBoundary>
  )

  return (
    <>
      {showHeader && <LazyPart fallback={<HeaderOutline />}>{around && <around.Header />}</LazyPart>}
      <LazyPart>{around && <around.Overlay onReload={onReload} />}</LazyPart>
      <main className="main" aria-label={t('name')}>
        <h1 className="visually-hidden">{t('name')}</h1>
        {strategies ? (
          <div className="panels panels-strategies">
            <LazyPart fallback={<SummaryOutline />}>
              {whyPart && <whyPart.Summary>{panel('why', <whyPart.WhyPanel />)}</whyPart.Summary>}
            </LazyPart>
            {panel('how', howPart && <howPart.HowPanel onTrade={onTrade} />)}
          </div>
        ) : (
          <>
            {/* Seen below 1024 px. */}
            <Tabs
              className="tabs"
              label={t('tab.label')}
              value={tab}
              choices={tabs.map((one) => ({
                value: one,
                label: t(`tab.${one}`),
                id: `tab-${one}`,
                controls: `panel-${one}`,
              }))}
              onChange={(next) => setTab(app, next)}
            />
            <div className={showWhat ? 'panels' : 'panels panels-two'} data-tab={tab}>
              {showWhat && panel('what', <WhatPanel complete={painted} />)}
              {panel('why', whyPart && <whyPart.WhyPanel />)}
              {panel('how', howPart && <howPart.HowPanel onTrade={onTrade} />)}
            </div>
          </>
        )}
        {/* For screen readers at once, for everyone after a while (shell.css). */}
        {!running && (
          <p className="connecting" role="status">
            {t('screen.connecting')}
          </p>
        )}
      </main>
      <Footer
        status={
          !showHeader && <LazyPart fallback={<Connecting />}>{around && <around.DataStatus />}</LazyPart>
        }
      />
      <LiveRegion>{symbol && t('announce.symbol', { symbol })}</LiveRegion>
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

/** A lazy part with its outline as placeholder, also after an error. */
const LazyPart = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) => (
  <ErrorBoundary renderFallback={() => fallback}>{children || fallback}</ErrorBoundary>
)

const SummaryOutline = () => (
  <div className="summary">
    <div className="summary-row summary-outline" />
  </div>
)

/**
 * Isolates a panel that waits for its code, or fails, and keeps its place. `onRetry`: its code failed to
 * load.
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
  const quiet = !useHost(isRunning)
  const heading = t(`tab.${name}`)
  const broken = (again: () => void) => <Panel name={name} state="error" heading={heading} onRetry={again} />
  const missing = onRetry && (
    <Panel name={name} state="error" heading={heading} failureNote={<Unreachable onRetry={onRetry} />} />
  )
  const waiting = (
    <Panel
      name={name}
      state="loading"
      heading={heading}
      skeleton={name === 'why' ? <WhySkeleton /> : <HowSkeleton />}
      quiet={quiet}
    />
  )
  return <ErrorBoundary renderFallback={broken}>{children || missing || waiting}</ErrorBoundary>
}

/**
 * The default symbol if none is given and the scan has none: the fund that represents the market. The page is
 * informed as of any change.
 */
function useFirstSymbol(running: boolean): void {
  const app = useAppState()
  const none = useView((view) => view.symbol === '') && running
  const symbol = useQuery({ ...queries.tone(), enabled: none }).data?.symbol
  useEffect(() => {
    if (none && symbol) selectSymbol(app, symbol, { by: 'scan' })
  }, [app, none, symbol])
}
