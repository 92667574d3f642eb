/** `npm run test:faults`, with full numbers; `npm test` is the other, which has to be short. */
export const isFullRun = process.env.TEST_LONG === '1'

/** `describe` for the full run; skipped, with the reason in its name, in any other. */
export function describeInFullRun(name: string, tests: () => void): void {
  if (isFullRun) describe(name, tests)
  else describe.skip(`${name} (skipped: takes minutes; npm run test:faults or test:chaos does it)`, tests)
}

/** `it`, likewise. */
export function itInFullRun(name: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (isFullRun) it(name, test, timeoutMs)
  else it.skip(`${name} (skipped: only in npm run test:faults)`, test, timeoutMs)
}
