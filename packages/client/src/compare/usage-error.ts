import { UsageError } from '../usage-error'

/** What the caller has to change before anything can be compared: exit code 2. The message says what and why. */
export class CompareUsageError extends UsageError {
  override readonly name = 'CompareUsageError'
}
