/** The script of the record's page: draws charts of the figures that the page has in tables. */
import { createRoot } from 'react-dom/client'
import type { RecordChartData } from '#contract/responses/record-summary.ts'
import { CalibrationChart } from './calibration-chart.tsx'
import { NightsChart } from './nights-chart.tsx'
import { YieldsChart } from './yields-chart.tsx'

const drawings = {
  calibration: ({ calibration }: RecordChartData) => <CalibrationChart bands={calibration} />,
  yields: ({ yields }: RecordChartData) => <YieldsChart yields={yields} />,
  nights: ({ nights }: RecordChartData) => <NightsChart nights={nights} />,
} as const

/** The page is of the same build, so its data is not checked. */
const readData = (section: Element): RecordChartData | undefined => {
  const json = section.querySelector('script[data-charts]')?.textContent
  return json ? (JSON.parse(json) as RecordChartData) : undefined
}

for (const section of document.querySelectorAll('section')) {
  const data = readData(section)
  if (!data) continue
  for (const figure of section.querySelectorAll<HTMLElement>('[data-chart]'))
    createRoot(figure).render(drawings[figure.dataset['chart'] as keyof typeof drawings](data))
}
