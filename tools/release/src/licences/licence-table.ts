import parseExpression, { type Info } from 'spdx-expression-parse'
import type { ProductionPackage } from './production-packages'

/**
 * What may be handed on in an image together with our own code; OFL and Bitstream Vera are fonts'. LGPL is for libraries that stay files of their own, as libvips does; of
 * "A or B" one is enough.
 */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
])

/** Those whose licence is not allowed, or is not said in a way that can be told. */
export const findDisallowed = (packages: readonly ProductionPackage[]): ProductionPackage[] =>
  packages.filter(({ licence }) => !isAllowed(licence))

function isAllowed(licence: string | null): boolean {
  try {
    return licence !== null && meets(parseExpression(licence))
  } catch {
    return false
  }
}

function meets(expression: Info): boolean {
  if ('license' in expression) return allowedLicences.has(expression.license) && !expression.exception
  const { conjunction, left, right } = expression
  return conjunction === 'or' ? meets(left) || meets(right) : meets(left) && meets(right)
}

/** One that is there for each platform has one line, whichever of them is installed here. */
const platform = /(linux|linuxmusl|darwin|win32|freebsd)-(x64|arm64|arm|ia32)(-(gnu|musl|msvc|eabi))?$/

/** `docs/licences.md`. */
export function renderLicenceTable(packages: readonly ProductionPackage[]): string {
  const lines = packages.map(
    ({ name, version, licence }) =>
      `| ${name.replace(platform, '\\*')} | ${version} | ${licence ?? 'not said'} |`,
  )
  return `# Licences

What the images bring from the npm registry, each with what its manifest says. Written by \`npm run generate:licences\`; a test says when
that is due, and when a licence comes in that is not on the list in \`tools/release/src/licences/licence-table.ts\`. A \`*\` is a platform's name.
Of those that begin with \`@expo-google-fonts/\` and of \`dejavu-fonts-ttf\` the images have what is made of their fonts, under other names; authors and licence are in
each file. Debian's packages in the images have theirs in \`/usr/share/doc/*/copyright\`.

<!-- prettier-ignore -->
| package | version | licence |
| --- | --- | --- |
${[...new Set(lines)].join('\n')}
`
}
