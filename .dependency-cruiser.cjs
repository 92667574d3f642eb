/**
 * Which folder may import which (ARCHITECTURE.md, "The import rule"). Tests may import anything, but not in cycles.
 * Cycles between folders are found by `.dependency-cruiser-folders.cjs`.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = ['\\.test\\.tsx?$', '(^|/)tests/']

/** The packages that each package may import. A package that is not listed imports none. */
const packageImports = {
  accounts: ['db'],
  captures: ['db', 'emails'],
  checks: ['captures', 'db', 'email-checks', 'email-clients', 'emails', 'storage'],
  cli: [
    'accounts',
    'captures',
    'checks',
    'consents',
    'db',
    'email-checks',
    'email-clients',
    'emails',
    'engine-programs',
    'mail',
    'messages',
    'retention',
    'runtime',
    'settings',
    'shares',
    'storage',
    'webhooks',
  ],
  consents: ['accounts', 'db', 'shares', 'webhooks'],
  db: ['runtime'],
  'api-contract': ['email-checks'],
  'email-checks': ['email-clients', 'messages'],
  emails: ['db', 'storage'],
  'engine-programs': ['email-clients'],
  mail: ['accounts', 'settings'],
  messages: ['email-clients'],
  pages: ['email-clients', 'runtime', 'settings'],
  retention: [
    'accounts',
    'captures',
    'checks',
    'consents',
    'db',
    'emails',
    'runtime',
    'shares',
    'storage',
    'webhooks',
  ],
  runtime: ['settings'],
  shares: ['accounts', 'db'],
  storage: ['settings'],
  testing: ['api-contract', 'db', 'runtime', 'settings'],
  webhooks: ['accounts', 'captures', 'db', 'emails'],
}

const packageRules = Object.entries(packageImports).map(([name, imports]) => ({
  name: `${name}-imports-${imports.length > 2 ? 'its-packages' : imports.join('-')}`,
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: tests },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...imports].join('|')})/` },
}))

const onlyFrom = (name, library, places) => ({
  name,
  severity: 'error',
  comment: `${library} is used in its own places only`,
  from: { path: '^(packages|services)/[^/]+/src/', pathNot: [...places, ...tests] },
  to: { path: `(^|/)node_modules/(${library})(/|$)` },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(packages|services|tools)/[^/]+/src/',
        // Nothing imports these: a browser loads the assets and the script, WebKit's worker loads the files beside it, and `npm start`
        // starts a tool's main.ts by its path.
        pathNot: [
          ...tests,
          '\\.d\\.ts$',
          '/src/assets/',
          '/src/browser/[^/]+\\.ts$',
          '/document/search-and-copy\\.js$',
          '/engines/webkit/worker/',
          '/engines/programs/',
          '^tools/[^/]+/src/main\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'nothing-imports-services',
      severity: 'error',
      from: { path: '^(packages|tools|bin|examples)/', pathNot: tests },
      to: { path: '^services/' },
    },
    {
      name: 'services-never-import-services',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: tests },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'bench-imports-the-worker-alone',
      severity: 'error',
      comment: 'a benchmark measures an engine in its own process',
      from: { path: '^bench/', pathNot: tests },
      to: { path: '^services/', pathNot: '^services/render-worker/src/' },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { pathNot: ['^packages/cli/', '^evidence/', ...tests] },
      to: { path: '^packages/cli/' },
    },
    {
      name: 'only-tools-import-tools',
      severity: 'error',
      from: { pathNot: ['^tools/', '^evidence/', ...tests] },
      to: { path: '^tools/' },
    },
    {
      name: 'nothing-imports-bench',
      severity: 'error',
      from: { pathNot: '^(bench|evidence)/' },
      to: { path: '^bench/' },
    },
    {
      name: 'nothing-imports-evidence',
      severity: 'error',
      from: { pathNot: '^evidence/' },
      to: { path: '^evidence/' },
    },
    {
      name: 'examples-stand-alone',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(packages|services|tools|bench|bin)/|(^|/)node_modules/' },
    },
    ...packageRules,
    {
      name: 'packages-never-import-packages',
      severity: 'error',
      from: {
        path: '^packages/([^/]+)/',
        pathNot: [...tests, `^packages/(${Object.keys(packageImports).join('|')})/`],
      },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'email-clients-without-io',
      severity: 'error',
      comment: 'what a client does to an email depends on the email alone',
      from: { path: '^packages/email-clients/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'email-checks-without-io',
      severity: 'error',
      comment: 'what a rule finds depends on the email alone',
      from: { path: '^packages/email-checks/src/', pathNot: tests },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'email-clients-top-floor',
      severity: 'error',
      comment:
        'the catalogue, emulate and effects know the families, and no family or part of the engine knows them',
      from: {
        path: '^packages/email-clients/src/[^/]+/',
        pathNot: [...tests, '^packages/email-clients/src/effects/'],
      },
      to: {
        path: '^packages/email-clients/src/((catalogue|default-email-clients|emulate|step-cases)\\.ts$|effects/)',
      },
    },
    {
      name: 'email-client-families-stand-alone',
      severity: 'error',
      from: { path: '^packages/email-clients/src/clients/([^/]+)/', pathNot: tests },
      to: {
        path: '^packages/email-clients/src/clients/',
        pathNot: '^packages/email-clients/src/clients/$1/',
      },
    },
    {
      name: 'rows-of-email-clients-load-no-profile',
      severity: 'error',
      comment: 'the catalogue loads in milliseconds',
      from: { path: '^packages/email-clients/src/clients/[^/]+/clients\\.ts$' },
      to: {
        pathNot: '^packages/email-clients/src/email-client(-groups)?\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: {
        path: '^(packages|services|tools)/',
        pathNot: ['^packages/testing/', ...tests],
      },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'nothing-imports-entry-files',
      severity: 'error',
      from: {
        path: '^(packages|services|tools|bench)/',
        // The simulated workers are a process of the worker's code with an engine of their own.
        pathNot: ['/src/main\\.ts$', '^bench/scale/simulated-workers\\.ts$', ...tests],
      },
      to: { path: '^services/[^/]+/src/(main|app|worker)\\.ts$|^tools/.*/main\\.ts$' },
    },
    onlyFrom('express-in-http-edges', 'express', [
      '^services/(auth|api|images|board)/src/',
      '^packages/runtime/src/http/',
      '^packages/pages/src/',
      '^services/render-worker/src/(health|main)\\.ts$',
    ]),
    onlyFrom('playwright-in-engines', 'playwright-core', ['^services/render-worker/src/engines/']),
    onlyFrom('undici-in-outbound', 'undici', ['^services/api/src/outbound/', '^packages/testing/src/']),
    onlyFrom('nodemailer-in-mail', 'nodemailer', [
      '^packages/mail/src/',
      '^services/render-worker/src/build-message\\.ts$',
    ]),
    onlyFrom('smtp-server-in-smtp', 'smtp-server', ['^services/api/src/smtp/', '^bench/intake/']),
    onlyFrom('standardwebhooks-in-webhooks', 'standardwebhooks', ['^packages/webhooks/src/']),
    onlyFrom('oauth2-server-in-oauth', '@node-oauth/oauth2-server|oauth2-server', [
      '^services/auth/src/oauth/oauth2-server\\.ts$',
    ]),
    onlyFrom('openid-client-in-openid', 'openid-client', [
      '^services/auth/src/openid/open-openid-provider\\.ts$',
      '^services/board/src/oauth/authorization-server\\.ts$',
    ]),
    onlyFrom('compression-of-the-board', 'compression', ['^services/board/src/views/compress-answers\\.ts$']),
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
