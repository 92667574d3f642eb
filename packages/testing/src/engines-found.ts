/** Of this run: `npm test` sets TEST_ENGINES to those it found. */
const found = new Set((process.env.TEST_ENGINES ?? 'chromium,text').split(','))

export const isEngineFound = (engine: string): boolean => found.has(engine)

/** Skipped without the engine, with the reason in the name. */
export function describeWithEngine(engine: string, name: string, tests: () => void): void {
  if (isEngineFound(engine)) describe(name, tests)
  else describe.skip(`${name} (skipped: '${engine}' is not installed here; npm run test:engines does)`, tests)
}
