import { Fragment, type ReactNode } from 'react'

const slotPattern = /\{(\w+)\}/

/** A sentence with fields in it, in the order of the language. Each prop except `text` and `end` is a field. */
export function Sentence({
  text,
  end,
  ...fields
}: {
  /** Returns the sentence; `slot` marks the place of a field. */
  text: (slot: (name: string) => string) => string
  /** Follows the sentence. */
  end?: ReactNode
} & Readonly<Record<string, unknown>>) {
  const parts = text((name) => `{${name}}`).split(slotPattern)
  return (
    <p>
      {parts.map((part, index) => (
        // Odd parts are the names of fields. A name identifies its field wherever the language puts it.
        <Fragment key={index % 2 ? part : index}>
          {index % 2 ? (fields[part] as ReactNode) : part.trim() && <span>{part.trim()}</span>}
        </Fragment>
      ))}
      {end}
    </p>
  )
}
