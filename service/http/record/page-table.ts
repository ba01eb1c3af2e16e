/** Tables and numbers of the record's page. */

export const percent = (value: number): string => `${minus(100 * value, 1)} %`
export const dollars = (value: number): string =>
  `${value < 0 ? '−' : ''}$${Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
export const whole = (value: number): string => value.toLocaleString('en-US')
/** A band of probabilities, decimals. */
export const bandText = (from: number, to: number): string =>
  `${Math.round(100 * from)} to ${Math.round(100 * to)} %`

/** A fixed number with a typographic minus; never minus zero. */
function minus(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

export type TableColumn = {
  readonly heading: string
  /** Numbers are at the end of their cells. */
  readonly isNumber?: boolean
}

/** HTML of a table with a row header in each row. Its container scrolls on narrow screens, also by keyboard. */
export function table(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): string {
  const numberClass = (index: number) => (columns[index]?.isNumber ? ' class="number"' : '')
  const head = columns.map(({ heading }, index) => `<th scope="col"${numberClass(index)}>${heading}</th>`)
  const body = rows.map((cells) => {
    const html = cells.map((cell, index) =>
      index === 0
        ? `<th scope="row">${cell}</th>`
        : index === cells.length - 1 && cells.length < columns.length
          ? `<td colspan="${columns.length - index}">${cell}</td>`
          : `<td${numberClass(index)}>${cell}</td>`,
    )
    return `<tr>${html.join('')}</tr>`
  })
  return `<div class="table" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`
}
