import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'

/** Notation of brokers, which is the same in every language. */
const example = '300 AAPL @ 265; -3 AAPL 265C 18Dec26 @ 4.20'

/** Field for a whole position in one line, which has the focus first. Pasted lines are joined. */
export function LineField({
  line,
  describedBy,
  onChange,
}: {
  line: string
  /** Id of the message about a problem. */
  describedBy: string | undefined
  onChange: (line: string) => void
}) {
  const { t } = useTranslation('holdings')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which focuses its first button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className="holding-field holding-line">
      <label htmlFor={`${id}-line`}>{t('edit.line')}</label>
      <input
        id={`${id}-line`}
        ref={input}
        type="text"
        name="line"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={400}
        placeholder={example}
        value={line}
        aria-describedby={describedBy ? `${id} ${describedBy}` : id}
        onChange={({ target }) => onChange(target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!/\n/.test(text.trim())) return
          event.preventDefault()
          onChange(text.trim().replaceAll(/\s*\n\s*/g, '; '))
        }}
      />
      <small id={id}>{t('edit.lineHint')}</small>
    </div>
  )
}
