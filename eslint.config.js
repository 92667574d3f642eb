const js = require('@eslint/js')
const { defineConfig, globalIgnores } = require('eslint/config')
const regexp = require('eslint-plugin-regexp')
const ts = require('typescript-eslint')

const maxDocstringLines = 3
const shortDocstrings = {
  create: (context) => ({
    Program() {
      for (const { type, value, loc } of context.sourceCode.getAllComments()) {
        if (type !== 'Block' || !value.startsWith('*')) continue
        const lines = value.split('\n').filter((line) => /[^\s*]/.test(line))
        if (lines.length > maxDocstringLines)
          context.report({
            loc,
            message: `A docstring has at most ${maxDocstringLines} lines; a decision belongs to docs/adr.`,
          })
      }
    },
  }),
}

module.exports = defineConfig(
  globalIgnores(['**/dist/', '**/node_modules/', '.run/', 'packages/db/src/generated/', '**/*.generated.ts']),
  js.configs.recommended,
  {
    // Strangers' emails are searched: an expression must take linear time for any text, wherever a match may begin.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignorePartial: false, ignoreSticky: false },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.recommendedTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './services/board/src/browser/tsconfig.json'],
        tsconfigRootDir: __dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Express' types are extended (`Locals`) by a declaration in their global namespace.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['{packages,services,tools,evidence,bench}/**/*.{ts,tsx,mjs,js}'],
    ignores: ['**/*.test.ts', '**/tests/**'],
    plugins: { local: { rules: { 'short-docstrings': shortDocstrings } } },
    rules: { 'local/short-docstrings': 'error' },
  },
  {
    // A program's main file reads the environment and hands on what it made of it (packages/settings). Tests and
    // benchmarks read what `npm test` and `npm run bench` set for them.
    files: ['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.{ts,tsx}', 'tools/*/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/src/main.ts',
      'packages/cli/src/pas.ts',
      'services/render-worker/src/draw-file-main.ts',
      'tools/stack/src/image/{main,health}.ts',
      // It starts before anything else is loaded, and OpenTelemetry's SDK reads the environment itself.
      'packages/runtime/src/{telemetry,start-telemetry}.ts',
      // What the system's programs get of our own environment.
      'tools/stack/src/program-environment.ts',
      'packages/testing/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Declare the variable in packages/settings and take it from the configuration.',
        },
        ...['json', 'urlencoded'].map((property) => ({
          object: 'express',
          property,
          message: 'Read a body by readBody, once its sender is known (ADR 22).',
        })),
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/src/main.ts',
      '**/src/storage-keys.ts',
      'packages/runtime/src/clock.ts',
      'packages/testing/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: 'Take the time from a clock, which a test can move.',
        },
        {
          selector: 'TemplateElement[value.raw=/^(captures|emails)\\u002f/]',
          message: 'Take the key from its owner (`storage-keys.ts`).',
        },
      ],
    },
  },
  {
    files: ['services/api/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Ask through outbound, which refuses internal addresses.' },
      ],
    },
  },
  {
    files: ['packages/{email-checks,email-clients}/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'What is said of an email depends on the email alone.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'jest',
          property: 'mock',
          message: 'Stores and browsers are real; only the clock and the outside web are replaced.',
        },
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', 'packages/testing/**'],
    rules: {
      'max-lines-per-function': [
        'error',
        { max: 80, skipBlankLines: false, skipComments: false, IIFEs: true },
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.{ts,tsx}'],
    ignores: [
      '**/*.test.ts',
      'packages/testing/**',
      // Tables: of sources, of texts, of cases, and what email clients honour.
      'packages/email-clients/src/sources/sources.ts',
      'packages/email-clients/src/clients/outlook-web/profiles.ts',
    ],
    rules: { 'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }] },
  },
  {
    // Libraries that are loaded before it are not instrumented: pino's lines then have no trace id.
    files: ['services/*/src/main.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > ImportDeclaration:first-child:not([source.value="@pas/runtime/telemetry"])',
          message: "Import '@pas/runtime/telemetry' first.",
        },
      ],
    },
  },
  {
    // A text in the markup would be the same in every language.
    files: ['packages/*/src/**/*.tsx', 'services/*/src/**/*.tsx'],
    // The API's document is in English, as OpenAPI itself is.
    ignores: ['services/api/src/document/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'JSXText[value=/[A-Za-z]/]',
          'JSXAttribute[name.name=/^(aria-label|aria-description|placeholder|title|alt)$/] Literal[value=/[A-Za-z]/]',
          'JSXAttribute[name.name=/^(aria-label|aria-description|placeholder|title|alt)$/] TemplateElement[value.raw=/[A-Za-z]/]',
          'JSXElement > JSXExpressionContainer > :matches(Literal[value=/[A-Za-z]/], TemplateLiteral > TemplateElement[value.raw=/[A-Za-z]/])',
          'JSXElement > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal[value=/[A-Za-z]/]',
        ].map((selector) => ({
          selector,
          message: 'Put this text into the texts of the page (`<page>-texts.ts`), in every language.',
        })),
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
  {
    // They run inside an engine: a script's functions are for the scripts that are joined to it.
    files: ['services/render-worker/src/engines/programs/*.js'],
    languageOptions: { sourceType: 'script' },
  },
)
