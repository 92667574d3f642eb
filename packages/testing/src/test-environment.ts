/** Throws when `npm test` did not set it. */
export function testVariable(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL' | 'CHROMIUM_PATH'): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run the tests with 'npm test', which starts the stores and sets it`)
  return value
}
