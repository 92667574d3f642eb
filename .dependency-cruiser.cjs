/**
 * Who may import whom (ARCHITECTURE.md, "The import rule"). These hold for `src/`; tests, bench and bin are free.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const onlyFrom = (name, library, places) => ({
  name,
  severity: 'error',
  comment: `${library} is used in its own places only`,
  from: { path: '^(packages|services)/[^/]+/src/', pathNot: [...places, '\\.test\\.ts$'] },
  to: { path: `(^|/)node_modules/(${library})(/|$)` },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { pathNot: 'generated' }, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(packages|services)/[^/]+/src/',
        // A browser loads what lies in assets, WebKit's worker what lies beside it.
        pathNot: ['generated', '\\.test\\.ts$', '\\.d\\.ts$', '/src/assets/', '/engines/webkit/worker/'],
      },
      to: {},
    },
    {
      name: 'services-never-import-services',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-never-import-services',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'packages-never-import-packages',
      severity: 'error',
      from: {
        path: '^packages/([^/]+)/src/',
        pathNot: ['^packages/(testing|accounts|db|messages|pages)/src/', '\\.test\\.ts$'],
      },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'testing-imports-db-runtime',
      severity: 'error',
      from: { path: '^packages/testing/src/' },
      to: { path: '^packages/', pathNot: '^packages/(testing|db|runtime)/' },
    },
    {
      name: 'db-imports-runtime',
      severity: 'error',
      from: { path: '^packages/db/src/' },
      to: { path: '^packages/', pathNot: '^packages/(db|runtime)/' },
    },
    {
      name: 'accounts-imports-db',
      severity: 'error',
      from: { path: '^packages/accounts/src/' },
      to: { path: '^packages/', pathNot: '^packages/(accounts|db)/' },
    },
    {
      name: 'messages-imports-email-clients',
      severity: 'error',
      from: { path: '^packages/messages/src/' },
      to: { path: '^packages/', pathNot: '^packages/(messages|email-clients)/' },
    },
    {
      name: 'pages-imports-runtime',
      severity: 'error',
      from: { path: '^packages/pages/src/' },
      to: { path: '^packages/', pathNot: '^packages/(pages|runtime)/' },
    },
    {
      name: 'email-clients-without-io',
      severity: 'error',
      comment: 'what a client does to an email depends on the email alone',
      from: { path: '^packages/email-clients/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|services)/[^/]+/src/', pathNot: ['^packages/testing/', '\\.test\\.ts$'] },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'nothing-imports-entry-files',
      severity: 'error',
      from: { path: '^(packages|services)/[^/]+/src/', pathNot: '/src/main\\.ts$' },
      to: { path: '^services/[^/]+/src/(main|app|worker)\\.ts$' },
    },
    onlyFrom('express-in-http-edges', 'express', [
      '^services/(auth|api|images)/src/',
      '^packages/runtime/src/http/',
      '^packages/pages/src/',
      '^services/render-worker/src/(health|main)\\.ts$',
    ]),
    onlyFrom('playwright-in-engines', 'playwright|playwright-core', ['^services/render-worker/src/engines/']),
    onlyFrom('oauth2-server-in-oauth', '@node-oauth/oauth2-server|oauth2-server', [
      '^services/auth/src/oauth/',
    ]),
    onlyFrom('bullmq-at-the-queues', 'bullmq|bullmq-otel', [
      '^services/api/src/(previews|jobs)/',
      '^services/render-worker/src/worker\\.ts$',
      '^services/(api|render-worker)/src/main\\.ts$',
    ]),
    onlyFrom('aws-sdk-in-storage', '@aws-sdk/[^/]+|@smithy/[^/]+', ['^packages/storage/src/']),
    onlyFrom('prisma-client-in-db', '@prisma/client|@prisma/adapter-pg', ['^packages/db/src/']),
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: ['/dist/', '\\.generated\\.ts$', '^packages/db/src/generated/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
}
