/**
 * Imports positions from a file or pasted lines. Before anything is stored, the dialog says which symbols are read,
 * which replace others, and which are left out because of problems.
 */
import './import-dialog.css'
import { type ChangeEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type Holding, maxHoldings } from '#contract/bridge/holdings.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { saveHoldings, useHoldings } from '#app/state/holdings.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import { csvText } from '#app/panels/what/csv/csv.ts'
import { positionRows } from './position-rows.ts'
import { useProblemText } from './problem-text.ts'
import { readPositions, type ReadPositions } from './read-positions.ts'

const maxFileBytes = 1_000_000
/** Maximum number of problems that are listed; the number of the others is stated. */
const maxListedProblems = 100

/** The example of the format. */
const exampleHoldings: readonly Holding[] = [
  {
    symbol: 'AAPL',
    shares: 200,
    costBasis: 180.5,
    openOptions: [{ id: 'AAPL270115C00240000', quantity: 2, price: 4.2 }],
  },
  { symbol: 'KO', openOptions: [{ id: 'KO270115P00060000', quantity: 1, price: 0.9 }] },
  { symbol: 'T', shares: 50 },
]

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const app = useAppState()
  const { t } = useTranslation('positions')
  const format = useFormat()
  const id = useId()
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState('')
  const read = useMemo(() => (text.trim() ? readPositions(text) : undefined), [text])
  const { holdings } = useHoldings()
  const listed = new Set(holdings.map(({ symbol }) => symbol))
  const total = listed.size + (read?.holdings.filter(({ symbol }) => !listed.has(symbol)).length ?? 0)
  const hasRoom = total <= maxHoldings
  const readCount = read?.holdings.length ?? 0
  return (
    <Dialog
      title={t('import.title')}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          data-action="save-import"
          disabled={readCount === 0 || !hasRoom}
          onClick={() => {
            saveHoldings(app, read!.holdings)
            onClose()
          }}
        >
          {read
            ? t('import.confirm', {
                number: format.whole(readCount),
                all: format.whole(readCount + read.leftOut.length),
              })
            : t('import.action')}
        </Button>
      }
    >
      <div className="import">
        <p>{t('import.intro')}</p>
        <pre dir="ltr">{csvText(positionRows(exampleHoldings))}</pre>
        <p className="import-rules">{t('import.rules')}</p>
        <FileButton onText={setText} onProblem={setFileProblem} />
        <label htmlFor={`${id}-lines`}>{t('import.lines')}</label>
        <textarea
          id={`${id}-lines`}
          dir="ltr"
          rows={6}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => {
            setFileProblem('')
            setText(event.target.value)
          }}
        />
        <div role="status">
          {fileProblem && <p className="import-problem">{fileProblem}</p>}
          {read && <ReadSummary read={read} listed={listed} />}
          {!hasRoom && (
            <p className="import-problem">
              {t('import.noRoom', { max: format.whole(maxHoldings), number: format.whole(total) })}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Reads a file into the field, where the user can correct it. */
function FileButton({
  onText,
  onProblem,
}: {
  onText: (text: string) => void
  onProblem: (problem: string) => void
}) {
  const { t } = useTranslation('positions')
  const input = useRef<HTMLInputElement>(null)
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again after a correction.
    target.value = ''
    if (!file) return
    if (file.size > maxFileBytes) return onProblem(t('import.tooLarge'))
    try {
      const text = await file.text()
      onProblem('')
      onText(text)
    } catch {
      onProblem(t('import.unreadable'))
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        name="positions"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={(event) => void readFile(event)}
      />
      <Button data-action="choose-file" onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
    </>
  )
}

/** What is imported, replaced and left out, and the problems. */
function ReadSummary({ read, listed }: { read: ReadPositions; listed: ReadonlySet<string> }) {
  const { t } = useTranslation('positions')
  const format = useFormat()
  const problemText = useProblemText()
  const { holdings, problems, leftOut } = read
  const replaced = holdings.filter(({ symbol }) => listed.has(symbol)).map(({ symbol }) => symbol)
  const unlisted = problems.length - maxListedProblems
  return (
    <>
      <p>{t('import.ready', { number: format.whole(holdings.length) })}</p>
      {replaced.length > 0 && <p>{t('import.replaces', { symbols: format.list(replaced) })}</p>}
      {leftOut.length > 0 && (
        <p className="import-problem">{t('import.leftOut', { symbols: format.list(leftOut) })}</p>
      )}
      {problems.length > 0 && (
        <>
          <p className="import-problem">{t('import.problems', { number: format.whole(problems.length) })}</p>
          <ul className="import-problems">
            {problems.slice(0, maxListedProblems).map((problem) => (
              <li key={`${problem.line} ${problem.column} ${problem.kind} ${problemText(problem)}`}>
                {problemText(problem)}
              </li>
            ))}
          </ul>
          {unlisted > 0 && <p>{t('import.moreProblems', { number: format.whole(unlisted) })}</p>}
        </>
      )}
    </>
  )
}
