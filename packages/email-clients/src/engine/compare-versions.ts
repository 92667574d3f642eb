/** Negative if `one` is older. */
export function compareVersions(one: string, other: string): number {
  const parts = (version: string): number[] =>
    version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [left, right] = [parts(one), parts(other)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
