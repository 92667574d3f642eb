/** What the caller has to change before anything can be compared: exit code 2. The message says what and why. */
export class CompareUsageError extends Error {
  override readonly name = 'CompareUsageError'
}
