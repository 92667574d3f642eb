const js = require('@eslint/js')
const { defineConfig, globalIgnores } = require('eslint/config')
const ts = require('typescript-eslint')

module.exports = defineConfig(
  globalIgnores(['**/dist/', '**/node_modules/', '.run/', 'packages/db/src/generated/', '**/*.generated.ts']),
  js.configs.recommended,
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
