/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  testMatch: ['**/src/**/*.test.ts', '**/tests/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.run/'],
  modulePathIgnorePatterns: ['/dist/', '/.run/'],
  transform: {
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
  reporters: ['default', '<rootDir>/bin/slowest-files.cjs'],
  // A machine that is slow or busy fails no test: this ends what hangs.
  testTimeout: 120_000,
  // Much of the time goes by waiting: for processes that start, deadlines, pictures.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1500MB',
}
