/** `npm test` sets TEST_ENGINES to the engines that it found. */
const enginesFound = new Set((process.env.TEST_ENGINES ?? 'chromium,text').split(','))

export const isEngineFound = (engine: string): boolean => enginesFound.has(engine)

/** Without the engine the tests are skipped, with the reason in their name. */
export function describeWithEngine(engine: string, name: string, tests: () => void): void {
  if (isEngineFound(engine)) describe(name, tests)
  else describe.skip(`${name} (skipped: '${engine}' is not installed here; npm run test:engines does)`, tests)
}
