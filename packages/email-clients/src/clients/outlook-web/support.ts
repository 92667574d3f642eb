import type { Citation } from '../../sources/sources'
import type { Month } from '../../email-client'
import { caniemailCells } from '../../caniemail/caniemail-cells'
import { compareVersions } from '../../engine/compare-versions'
import { noLogicalClear, noLogicalOverflow } from '../../engine/logical-sides'
import { plainElements } from '../../engine/plain-html'
import {
  honours,
  refuses,
  createSupport,
  type Correction,
  type JudgeUnlisted,
  type SupportCells,
} from '../../engine/support'

const outlookComCells = caniemailCells('outlook/outlook-com')
const iosCells = caniemailCells('outlook/ios')
const androidCells = caniemailCells('outlook/android')
const macosCells = caniemailCells('outlook/macos')
/**
 * The new Outlook of 16.80 (2023-12) is another program: its cells do not count here, even where they are the only
 * ones.
 */
const classicMacCells: SupportCells = (subject) =>
  macosCells(subject).filter(([, , tested]) => compareVersions(tested, '2023-12') < 0)

/** When caniemail tested what the notes say: a month, or a build. */
interface Tested {
  semantics: string
  gap: string
  position: string
  overflow: Month
}

/** These programs have cells that say "partly" with the same notes. */
const partlyHonoured = ({ semantics, gap, position, overflow }: Tested): readonly Correction[] => [
  ...refuses(
    `caniemail html-semantics notes 1 and 4, ${semantics}`,
    ...['article', 'aside', 'details', 'figcaption', 'figure', 'footer', 'header', 'main', 'mark', 'nav'].map(
      (name) => `element:${name}`,
    ),
    'element:section',
    'element:summary',
  ),
  ...refuses(
    `caniemail css-gap note 1, ${gap}`,
    'property:gap',
    'property:row-gap',
    'property:grid-gap',
    'property:grid-row-gap',
  ),
  ...honours(`caniemail css-gap note 1, ${gap}`, 'property:column-gap'),
  ...noLogicalOverflow(overflow),
  ...refuses(
    `caniemail css-position note 2, ${position}`,
    'value:position relative',
    'value:position absolute',
    'value:position fixed',
  ),
  ...refuses('caniemail html-lists note 1, 2024-02', 'attribute:reversed'),
  // The cell is about <button type="submit">; other buttons have their own cell.
  ...honours('caniemail html-button-reset, 2024-01', 'element:button', 'element:input'),
]

const tested = {
  webmail: { semantics: '2024-01', gap: '2023-12', position: '2023-12', overflow: '2025-05' },
  android: { semantics: '2019-07', gap: '2022-12', position: '2021-05', overflow: '2025-05' },
  ios: { semantics: '2019-07', gap: '2022-12', position: '2021-05', overflow: '2024-10' },
  newMac: { semantics: '16.80', gap: '16.80', position: '16.80', overflow: '2024-10' },
} as const satisfies Record<string, Tested>

/** The apps' cells of 2020-04 have no such note. */
const noMarqueeDirections = (source: Citation): readonly Correction[] =>
  refuses(source, 'attribute:behavior', 'attribute:direction')

/** The webmail has `pre` since 2024-01 at the latest. Assumed: the apps, not tested again, still have none. */
const noPre = refuses('caniemail css-white-space note 2, 2019-02', 'value:white-space pre')

const appsOnly: readonly Correction[] = [
  ...noPre,
  ...refuses('caniemail css-intrinsic-size note 1, 2022-12', 'keyword:max-content'),
]

const noSubmitButton = (source: Citation) => refuses(source, 'input-type:button-submit')

/** The cell about submit buttons does not speak of other buttons. */
const resetButtonsOnly = (version: string): readonly Correction[] => [
  ...honours(`caniemail html-button-reset, ${version}`, 'element:button'),
  ...noSubmitButton(`caniemail html-button-submit, ${version}`),
]

const iosOnly: readonly Correction[] = [
  ...noSubmitButton('caniemail html-button-submit, 2019-06'),
  ...refuses(
    'caniemail css-text-underline-position note 1, 2023-12',
    'value:text-underline-position left',
    'value:text-underline-position right',
  ),
]

/** Assumed to be kept: caniemail has cells of other clients for them, none of Outlook. */
const moreElements: ReadonlySet<string> = new Set(
  (
    'abbr acronym address area blockquote caption code col colgroup dd del dfn div dl dt hr img li map meta ol p pre rp rt ruby ' +
    'select small span strike strong table tbody td textarea tfoot th thead title tr ul wbr'
  ).split(' '),
)

const onlyKnown = 'only what is known to be honoured is kept'

/**
 * Engineering default: an allowlist for elements, at-rules and pseudo-classes; a property is refused with the one it
 * belongs to, such as `transform-origin` with `transform`.
 */
function judgeUnlistedIn(cells: SupportCells): JudgeUnlisted {
  return (kind, name) => {
    if (kind === 'element')
      return { honoured: plainElements.has(name) || moreElements.has(name), source: onlyKnown }
    if (/^(?:at-rule|pseudo-class|pseudo-element)$/.test(kind)) return { honoured: false, source: onlyKnown }
    if (kind === 'property') {
      for (let end = name.lastIndexOf('-'); end > 0; end = name.lastIndexOf('-', end - 1)) {
        const [verdict, feature, tested] = cells(`property:${name.slice(0, end)}`).at(-1) ?? []
        if (verdict === 'n') return { honoured: false, source: `caniemail ${feature ?? ''}, ${tested ?? ''}` }
        if (verdict !== undefined) break
      }
    }
    return { honoured: true, source: 'not known to be refused' }
  }
}

/** caniemail has one column for Outlook.com, Office 365 and the new Outlook for Windows. */
export const outlookWebSupport = createSupport({
  cells: outlookComCells,
  corrections: [
    ...partlyHonoured(tested.webmail),
    ...noMarqueeDirections('caniemail html-marquee note 3, 2024-01'),
    // Outlook keeps the attribute but forces its value; the step `forceLinkTarget` does that.
    ...honours('caniemail html-target note 1, 2024-01', 'attribute:target'),
    ...noSubmitButton('caniemail html-button-submit, 2024-01'),
  ],
  unlisted: judgeUnlistedIn(outlookComCells),
})

export const outlookIosSupport = createSupport({
  cells: iosCells,
  corrections: [...partlyHonoured(tested.ios), ...appsOnly, ...iosOnly],
  unlisted: judgeUnlistedIn(iosCells),
})

export const outlookAndroidSupport = createSupport({
  cells: androidCells,
  corrections: [...partlyHonoured(tested.android), ...appsOnly, ...noLogicalClear],
  unlisted: judgeUnlistedIn(androidCells),
})

export const outlookMac2016Support = createSupport({
  cells: classicMacCells,
  version: '2016',
  corrections: [
    ...refuses(
      'caniemail css-border-inline-block-individual note 1, 2016',
      'property:border-inline-color',
      'property:border-inline-width',
      'property:border-block-color',
      'property:border-block-width',
    ),
    ...refuses('caniemail css-text-decoration-color note 1, 2016', 'property:text-decoration-color'),
    ...noPre,
    ...resetButtonsOnly('2016'),
  ],
})

/** Version 16.66, the last for macOS 10.15 (TidBITS, 2022-11: Microsoft supports the last three releases of macOS). */
export const outlookMacSupport = createSupport({
  cells: classicMacCells,
  version: '2022-10',
  corrections: [...noPre, ...resetButtonsOnly('2019')],
})

export const outlookNewMacSupport = createSupport({
  cells: macosCells,
  corrections: [
    ...partlyHonoured(tested.newMac),
    ...noMarqueeDirections('caniemail html-marquee note 3, 16.80'),
    ...noSubmitButton('caniemail html-button-submit, 16.80'),
  ],
  unlisted: judgeUnlistedIn(macosCells),
})
