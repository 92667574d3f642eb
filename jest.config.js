/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/bin/one-context-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  testMatch: ['**/src/**/*.test.ts', '**/tests/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.run/'],
  modulePathIgnorePatterns: ['/dist/', '/.run/'],
  transform: {
    '/node_modules/.+\\.[cm]?js$': '<rootDir>/bin/loaded-once.cjs',
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
  // Jest's own packages, which have to be loaded in each test file.
  transformIgnorePatterns: ['/node_modules/\\.pnpm/(@?jest|expect@|pretty-format@)'],
  reporters: ['default', '<rootDir>/bin/slowest-files.cjs'],
  // Long enough that no test fails on a slow or busy machine; it only ends tests that hang.
  testTimeout: 120_000,
  // More files than processors: a third of the time is spent waiting for processes, deadlines and pictures.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1500MB',
  // Half a second, Jest's default, is too short on a busy machine: Jest would call workers leaking that only exit slowly.
  workerGracefulExitTimeout: 30_000,
}
