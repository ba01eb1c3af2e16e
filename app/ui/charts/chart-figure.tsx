import './chart-figure.css'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import type { ChartData, ChartTable } from './chart-data.ts'

export type ChartTexts = {
  title: string
  asTable: string
  asChart: string
  loading: string
  /** How to read the drawing with the keyboard. */
  keys: string
}

/**
 * A chart with its legend, and the same figures as a table. `Drawing` is loaded on demand: until
 * then it is undefined, and its height is reserved; if it cannot be loaded it is null, and the
 * table is shown instead.
 */
export function ChartFigure({
  data,
  texts,
  Drawing,
  children,
}: {
  data: ChartData
  texts: ChartTexts
  Drawing: ComponentType<{ data: ChartData; title: string }> | undefined | null
  /** Notes below the chart. */
  children?: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const isTable = asTable || Drawing === null
  return (
    <figure className="chart-figure" aria-label={texts.title}>
      <div className="chart-head">
        <h4>{texts.title}</h4>
        {Drawing !== null && (
          <Button kind="quiet" data-action="chart-as-table" onClick={() => setAsTable(!asTable)}>
            {isTable ? texts.asChart : texts.asTable}
          </Button>
        )}
      </div>
      {isTable ? (
        <Table {...data.table} />
      ) : (
        <>
          <Legend {...data} />
          <div className="chart-axis-name">{data.axes.y}</div>
          {Drawing ? (
            <Drawing data={data} title={`${texts.title}. ${texts.keys}`} />
          ) : (
            <div className="chart-outline" aria-hidden="true" />
          )}
          <div className="chart-axis-name chart-axis-name-x">{data.axes.x}</div>
          <LiveRegion>{Drawing ? '' : texts.loading}</LiveRegion>
        </>
      )}
      {children}
    </figure>
  )
}

const Legend = ({ series, marks }: ChartData) => (
  <ul className="chart-legend">
    {/* A single line has the figure's title. */}
    {(series.length > 1 ? series : []).map(({ key, name, tone }) => (
      <li key={key}>
        <i className={`chart-swatch chart-swatch-${tone}`} />
        {name}
      </li>
    ))}
    {marks.map(({ tone, name }) => (
      <li key={tone}>
        <i className={`chart-swatch chart-swatch-${tone}`} />
        {name}
      </li>
    ))}
  </ul>
)

const Table = ({ caption, columns, rows }: ChartTable) => (
  // A scrolling area must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className="chart-table" tabIndex={0} aria-label={caption}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
