import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { positionColumns } from './position-columns.ts'
import type { ImportProblem } from './read-positions.ts'

/** Maximum number of characters of a cell in a text. */
const maxFoundLength = 40

/** Returns a function for the sentence of a problem: its line and column, what was expected, and what was found. */
export function useProblemText(): (problem: ImportProblem) => string {
  const { t } = useTranslation('positions')
  const format = useFormat()
  const withFound = (problem: string, found: string) =>
    found === ''
      ? t('import.foundNothing', { problem })
      : t('import.found', { problem, found: found.slice(0, maxFoundLength) })
  const sentenceOf = (problem: ImportProblem): string => {
    switch (problem.kind) {
      case 'expected':
        return withFound(t(`expected.${problem.column!}`), problem.found)
      case 'columnUnknown':
        return withFound(t('problem.columnUnknown'), problem.found.trim())
      case 'cellCount':
        return withFound(
          t('problem.cellCount', { expected: format.whole(problem.expected) }),
          format.whole(problem.found),
        )
      case 'conflict':
      case 'optionTwice':
        return t(`problem.${problem.kind}`, { other: problem.other })
      case 'tooManyOptions':
        return t('problem.tooManyOptions', { max: problem.max })
      case 'empty':
      case 'unclosed':
      case 'columnMissing':
      case 'columnTwice':
        return t(`problem.${problem.kind}`)
    }
  }
  return (problem) => {
    const { line, column } = problem
    const sentence = sentenceOf(problem)
    return column === undefined
      ? t('import.atLine', { line, problem: sentence })
      : t('import.atColumn', { line, column: positionColumns[column], problem: sentence })
  }
}
