export interface Outcome {
  expected: 'y' | 'n'
  isHonoured: boolean
}

/** Right cells, of those to be honoured and of those to be ignored. */
export interface Score {
  honoured: { right: number; total: number }
  ignored: { right: number; total: number }
  /** The mean of both shares, or the one that has cells; null without cells. */
  balancedRecall: number | null
}

/** Most cells of some clients are "no": plain accuracy would reward a client that ignores everything. */
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
