/** Where the throw-away stores of a test run are; `npm test` starts them and sets these variables. */
export function testVariable(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL' | 'CHROMIUM_PATH'): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run the tests with 'npm test', which starts what they need`)
  return value
}
