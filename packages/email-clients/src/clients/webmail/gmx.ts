import { caniemailCells } from '../../caniemail/caniemail-cells'
import type { HtmlProfile } from '../../engine/profile'
import { noLogicalClear, noLogicalFloat } from '../../engine/logical-sides'
import { joinValues } from '../../engine/steps/join-values'
import { createSupport, refuses, type Correction, type SupportCells } from '../../engine/support'
import { hasSeveralValues, refuseValues, topNodes } from '../../engine/steps/refuse-values'
import { createWebmail } from './create-webmail'
import { judgeUnlistedByCss2, refuseBeyondCss2, refuseNewerDisplays } from './css2-filter'
import { inWindow } from './page'

const corrections: readonly Correction[] = [
  ...refuseNewerDisplays('caniemail css-display note 2, 2022-06'),
  ...noLogicalClear,
  ...noLogicalFloat,
  ...refuses('caniemail css-text-align note 1, 2022-07', 'value:text-align start', 'value:text-align end'),
  ...refuses(
    'caniemail image-base64 note 3, 2022-09: PNG only',
    ...['gif', 'jpeg', 'jpg', 'webp', 'svg+xml', 'bmp', 'avif', 'x-icon'].map(
      (format) => `image-format:base64 ${format}`,
    ),
  ),
]

const decorationLines = new Set('none underline overline line-through blink inherit'.split(' '))

/** Measured in EDMdesigner/modern-html-email-tutorial, lesson03 (GMX and WEB.DE in three browsers, 2016-12). */
const textFont = '12px/normal Verdana,Arial,sans-serif'

/**
 * GMX and WEB.DE are one service. `<style>` is ignored since 2023 (GMX, caniemail issue 347) and 2024 (WEB.DE, issue
 * 446), so older cells about selectors and media queries do not count.
 */
function gmxProfile(title: string, cells: SupportCells, linkColor: string): HtmlProfile {
  return createWebmail({
    support: createSupport({ cells, corrections, unlisted: judgeUnlistedByCss2 }),
    page: inWindow({ title, font: textFont, linkColor, columnWidth: 1000 }),
    cssLast: [
      refuseValues(
        ...refuseBeyondCss2({
          colourNames: 'caniemail css-background-color note 1, 2022-06',
          rgb: 'caniemail css-rgb notes 1 and 2, 2022-07',
          backgroundSize: 'caniemail css-background note 6, 2022-06',
        }),
        {
          properties: /^background$/,
          refuses: hasSeveralValues,
          what: 'several backgrounds',
          source: 'caniemail css-background note 5, 2022-06',
        },
        {
          properties: /^text-decoration$/,
          refuses: (declaration) =>
            topNodes(declaration).some(
              (node) => node.type !== 'Identifier' || !decorationLines.has(node.name.toLowerCase()),
            ),
          what: 'text-decoration beside its line',
          source: 'caniemail css-text-decoration note 4, 2022-07',
        },
      ),
      joinValues(['background-image'], 'caniemail css-background-image note 3, 2022-06'),
      joinValues(['background-position'], 'caniemail css-background-position note 1, 2022-06'),
      joinValues(['background-repeat'], 'caniemail css-background-repeat note 1, 2022-06'),
    ],
  })
}

export const gmx = gmxProfile('GMX', caniemailCells('gmx/desktop-webmail'), '#1c449b')
export const webDe = gmxProfile('WEB.DE', caniemailCells('web-de/desktop-webmail'), '#1c449b')
