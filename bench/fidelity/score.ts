/** One judged cell: what caniemail says and what came out. */
export interface Outcome {
  expected: 'y' | 'n'
  isHonoured: boolean
}

export interface Score {
  honoured: { right: number; total: number }
  ignored: { right: number; total: number }
  /** The mean of both shares; of the one there is when the other has no cells; null without any. */
  balancedRecall: number | null
}

/** Most cells of some clients are "no": the mean of both shares flatters nobody, plain accuracy does. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  const count = (expected: 'y' | 'n', right: boolean): { right: number; total: number } => {
    const cells = outcomes.filter((outcome) => outcome.expected === expected)
    return { right: cells.filter(({ isHonoured }) => isHonoured === right).length, total: cells.length }
  }
  const honoured = count('y', true)
  const ignored = count('n', false)
  const shares = [honoured, ignored].filter(({ total }) => total > 0).map(({ right, total }) => right / total)
  return {
    honoured,
    ignored,
    balancedRecall:
      shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
  }
}
