import parseExpression, { type Info } from 'spdx-expression-parse'
import type { ProductionPackage } from './production-packages'

/**
 * SPDX identifiers of licences that an image may contain. LGPL: for libraries in files of their own, such as libvips.
 * OFL and Bitstream Vera: for fonts.
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
  'Unlicense',
])

/** Licence not allowed, missing, or no valid SPDX expression. */
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

/** Ends the names of packages that exist for each platform. The table shows `*`, so that it is the same everywhere. */
const platform = /(linux|linuxmusl|darwin|win32|freebsd)-(x64|arm64|arm|ia32)(-(gnu|musl|msvc|eabi))?$/

export function renderLicenceTable(packages: readonly ProductionPackage[]): string {
  const lines = packages.map(
    ({ name, version, licence }) =>
      `| ${name.replace(platform, '\\*')} | ${version} | ${licence ?? 'not said'} |`,
  )
  return `# Licences

The packages of the npm registry that the images contain, each with the licence that its manifest names. \`npm run generate:licences\` writes this file. A test
fails when the file is out of date, and when a licence is not on the list in \`tools/release/src/licences/licence-table.ts\`. A \`*\` stands for a platform's name.
The images do not contain the packages \`@expo-google-fonts/…\` and \`dejavu-fonts-ttf\` themselves, but fonts made from them, under other names; each font file
names its authors and licence. The facts about email clients in \`packages/email-clients/src/caniemail/cells.generated.json\` are those of
[caniemail](https://github.com/hteumeuleu/caniemail), © 2019 Rémi Parmentier, under the MIT licence, whose text is in that file. The licences of Debian's packages are in the images, in \`/usr/share/doc/*/copyright\`.

<!-- prettier-ignore -->
| package | version | licence |
| --- | --- | --- |
${[...new Set(lines)].join('\n')}
`
}
