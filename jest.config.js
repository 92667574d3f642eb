/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/bin/plain-context-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  testMatch: ['**/src/**/*.test.ts', '**/tests/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.run/'],
  modulePathIgnorePatterns: ['/dist/', '/.run/'],
  transform: {
    '/node_modules/.+\\.js$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } }, module: { type: 'commonjs' } },
    ],
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Jest cannot require packages that are ES modules only, as Node does; these are compiled like our own files.
  transformIgnorePatterns: [
    '/node_modules/(?!\\.pnpm/(openid-client|oauth4webapi|jose)@|(openid-client|oauth4webapi|jose)/)',
  ],
  reporters: ['default', '<rootDir>/bin/slowest-files.cjs'],
  // Long enough that no test fails on a slow or busy machine; it only ends tests that hang.
  testTimeout: 120_000,
  // Two files at a time, as much of the time is spent waiting for processes to start, for deadlines and for pictures.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1500MB',
}
