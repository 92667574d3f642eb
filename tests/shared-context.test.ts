/** In the whole run, the context is one in which other test files ran before: Jest runs short ones last. */
it('a test file finds nothing in the context of the test files before it', () => {
  const states = Object.getOwnPropertySymbols(globalThis).filter(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  expect(states).toHaveLength(1)
})
