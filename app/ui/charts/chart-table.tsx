/** A chart and the same figures as a table, one of them at a time. */
import './chart-table.css'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/controls/button.tsx'

export type ChartTableProps = {
  title: string
  /** Text of the button that changes to the table, and back to the chart. */
  switches: { toTable: string; toChart: string }
  asTable: boolean
  onSwitch: (asTable: boolean) => void
  /** Header of each column; the first column heads its row. */
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Shown below both, for example what is not known. */
  note?: ReactNode
  /** The chart. */
  children: ReactNode
}

export function ChartTable(props: ChartTableProps) {
  const { title, switches, asTable, onSwitch, columns, rows, note, children } = props
  return (
    <section className="chart-table">
      <div className="chart-table-bar">
        <h4>{title}</h4>
        <Button kind="quiet" data-action="as-table" onClick={() => onSwitch(!asTable)}>
          {asTable ? switches.toChart : switches.toTable}
        </Button>
      </div>
      {asTable ? (
        // A scrolling box must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="chart-table-rows" tabIndex={0} role="region" aria-label={title}>
          <table>
            <caption className="visually-hidden">{title}</caption>
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
              {rows.map(([head, ...cells]) => (
                <tr key={head}>
                  <th scope="row">{head}</th>
                  {cells.map((cell, index) => (
                    <td key={columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
      {note}
    </section>
  )
}
