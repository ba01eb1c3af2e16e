/**
 * The workbench for designers: the real loader and the real app on one origin, without a server
 * process. The selection is in the address, so that a state can be shared.
 */
import { EventType } from '#contract/bridge/bridge.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { locales } from '#contract/text/locales.ts'
import {
  readOptions,
  themes,
  type WidgetOptions,
  type WidgetType,
  widgetTypes,
} from '#contract/bridge/options/options.ts'
import { createLoader } from '#loader/loader.ts'
import { scenarioNamed, scenarioNames, scenarios } from './scenarios.ts'
import { mockApiKey } from './mock-environment.ts'

const switches = {
  scenario: scenarioNames,
  type: widgetTypes,
  theme: themes,
  locale: locales,
  width: ['full', '320', '390', '768', '1024', '1280', '1440'],
  options: ['default', 'everything', 'bare', 'eastern', 'branded', 'holdings'],
} satisfies Record<string, readonly string[]>
type Switch = keyof typeof switches

const workbenchHoldings: readonly Holding[] = [
  { symbol: 'AAPL', shares: 250, costBasis: 180.5 },
  { symbol: 'MSFT', shares: 100 },
  { symbol: 'KO', shares: 60, costBasis: 58.25 },
  { symbol: 'NVDA' },
]

/** Presets of options. */
const optionPresets: Record<string, Record<string, boolean | string | readonly Holding[]>> = {
  default: {},
  everything: {
    showSupportButtons: true,
    showDisclaimer: true,
    showBusinessInquiries: true,
    showSocialButtons: true,
    showNewsTab: true,
  },
  bare: {
    showHeader: false,
    showMarketToneInHeader: false,
    showWhatPanel: false,
    hideLocalizationOptions: true,
  },
  branded: { accentColor: '#c8102e', fontFamily: 'Georgia, serif', radius: '2px', tab: 'how' },
  holdings: { holdings: workbenchHoldings },
  eastern: { colorConvention: 'red-up', colorVision: 'safe', density: 'compact', shortcuts: false },
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`mocks/index.html has no element #${id}`)
  return element
}

const form = byId('switches') as HTMLFormElement
const stage = byId('stage')
const events = byId('events')
const selection = new URLSearchParams(location.hash.slice(1))
const selectedValue = (name: Switch): string =>
  switches[name].find((choice) => choice === selection.get(name)) ?? switches[name][0] ?? ''

for (const name of Object.keys(switches) as Switch[]) {
  const label = document.createElement('label')
  const select = document.createElement('select')
  select.name = name
  for (const choice of switches[name])
    select.append(new Option(name === 'scenario' ? scenarios[scenarioNamed(choice)].title : choice, choice))
  select.value = selectedValue(name)
  label.append(name, select)
  form.append(label)
}

form.addEventListener('change', () => {
  for (const [name, selected] of new FormData(form))
    if (typeof selected === 'string') selection.set(name, selected)
  history.replaceState(null, '', `#${selection}`)
  loadWidget()
})
addEventListener('hashchange', () => location.reload())

const apiKey = await mockApiKey()
const loader = createLoader(new URL('/mocks/widget.html', location.href))

function loadWidget(): void {
  const scenario = scenarios[scenarioNamed(selectedValue('scenario'))]
  byId('description').textContent = scenario.description
  stage.style.width = selectedValue('width') === 'full' ? '100%' : `${selectedValue('width')}px`
  events.replaceChildren()

  const { options } = readOptions({
    destinationId: 'widget',
    apiKey,
    userId: 'designer',
    theme: selectedValue('theme'),
    locale: selectedValue('locale'),
    symbol: selection.get('symbol') ?? undefined,
    ...optionPresets[selectedValue('options')],
  })
  // A second `load` into the same element replaces the first widget.
  const widget = loader.load(selectedValue('type') as WidgetType, options as object as WidgetOptions)
  for (const name of [
    EventType.READY,
    EventType.ERROR,
    EventType.SYMBOL_CHANGED,
    EventType.TRADE_TICKET_EXECUTE,
  ]) {
    widget.on(name, (payload: unknown) => {
      const item = document.createElement('li')
      item.dataset['event'] = name
      item.textContent = `${name} ${JSON.stringify(payload) ?? ''}`
      events.prepend(item)
    })
  }
}
loadWidget()
