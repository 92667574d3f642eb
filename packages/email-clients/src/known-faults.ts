import { families } from './catalogue'
import type { Family } from './email-client'
import type { Citation } from './sources/sources'

interface KnownFault {
  what: string
  who: string
  codes: readonly string[]
  source: Citation
}

/** Percent of all opens, by groups that the source counts together. */
const openShares: readonly { families: readonly Family[]; percent: number }[] = [
  { families: ['apple'], percent: 46.56 },
  { families: ['gmail'], percent: 25.45 },
  { families: ['word', 'outlookWeb'], percent: 4.38 },
  { families: ['yahoo'], percent: 2.28 },
  { families: ['samsung'], percent: 1.56 },
]

export const sharesSource: Citation = 'aurorasendcloud.com, 2026-04-12'

/** At most this percentage of all opens. Null where no share is published. */
export function readersTouched(codes: readonly string[]): number | null {
  const touchedGroups = openShares.filter((group) =>
    group.families.some((family) => codesOf(family).some((code) => codes.includes(code))),
  )
  return touchedGroups.length === 0 ? null : touchedGroups.reduce((sum, { percent }) => sum + percent, 0)
}

function codesOf(family: Family, pattern = /^/): string[] {
  const rows: readonly { code: string }[] = families[family]
  return rows.map(({ code }) => code).filter((code) => pattern.test(code))
}

const dark = /DARK$/
const onPhone = /IOS|ANDROID/

/** Rules that say `assumed` in the families' pages are not repeated here. */
export const knownFaults: readonly KnownFault[] = [
  {
    what: "Lines break elsewhere in text without a font of its own: of the system's font only the mean width of letters is known.",
    who: 'Mail on iPhone, iPad and Mac',
    codes: codesOf('apple'),
    source: 'Apple, System Fonts',
  },
  {
    what: 'That an email with backgrounds of its own stays light is assumed: three reports say so, pictures of 2019 show it turned.',
    who: 'Mail on iPhone, iPad and Mac, in the dark',
    codes: codesOf('apple', dark),
    source: 'stickerdaniel/saas-starter 943, 2026-09-11; StackExchange/Stacks 206',
  },
  {
    what: 'Lines of 14, 19 and 20 px type are 18, 23 and 25 px high in pictures of 2015, ours a pixel lower; rows of such emails stand up to 16 px higher.',
    who: 'Mail on iPhone and iPad',
    codes: codesOf('apple', /^IP/),
    source: 'Chuabacca/code-challenge-two',
  },
  {
    what: "An author's white background for the dark is not drawn: tested in iOS 13 and never since.",
    who: 'Mail on iPhone, iPad and Mac, in the dark',
    codes: codesOf('apple', dark),
    source: 'email-bugs 65, 2019-10-15',
  },
  {
    what: 'What the systems of 2026 do otherwise: nothing is published, so they are drawn as their predecessors.',
    who: 'iOS 27, macOS 27, Android 16',
    codes: (['apple', 'gmail', 'outlookWeb', 'samsung'] as const).flatMap((family) =>
      codesOf(family, /IOS27|APPMAIL27|ANDROID16|SAMSUNG16/),
    ),
    source: 'engineering default: a new version is as the one before it',
  },
  {
    what: 'How a right-to-left email is fitted that is wider than the screen.',
    who: "Gmail's and Outlook's apps on iOS",
    codes: [...codesOf('gmail', /^GMAILIOS/), ...codesOf('outlookWeb', /^OUTLOOKIOS/)],
    source: 'engineering default: as a browser fits it',
  },
  {
    what: 'Most of what is refused, beyond flex, grid and `text-align`, was tested in 2019 to 2021 and not again.',
    who: 'Gmail',
    codes: codesOf('gmail'),
    source: 'only what is known to be honoured is kept',
  },
  {
    what: 'Borders, the page, and which pictures are small enough to be turned are as in Chromium; no phone was measured.',
    who: 'Gmail on Android, in the dark',
    codes: codesOf('gmail', /^ANDROID.*DARK$/),
    source: 'email-bugs 68, 2024-01-30; Chromium, dark_mode_filter.cc',
  },
  {
    what: 'The colours follow twelve that were measured in 2021; the formula is not published.',
    who: 'Gmail on iOS, in the dark',
    codes: codesOf('gmail', /^GMAILIOS.*DARK$/),
    source: 'HT 2021-04-09 (Gmail dark mode)',
  },
  {
    what: "Microsoft's own editor stands in for the dark formula; what becomes of borders, gradients and pictures is not known.",
    who: 'Outlook but the one that draws with Word, in the dark',
    codes: codesOf('outlookWeb', dark),
    source: 'microsoft/roosterjs getDarkColor.ts',
  },
  {
    what: 'In the dark the apps do as Outlook.com, of which sources disagree.',
    who: "Outlook's apps, in the dark",
    codes: codesOf('outlookWeb', dark).filter((code) => onPhone.test(code)),
    source: 'email-bugs 112, 2022-03-14; emailens/engine 0.9.0, 2026-03',
  },
  {
    what: 'A VML background as high as its text can have no height until the reader zooms: told by `/changes`, not drawn.',
    who: 'Outlook 2016 and later on Windows',
    codes: codesOf('word', /^OL(?:2016|2019|202|365)/),
    source: 'email-bugs 146; mjmlio/mjml 2955, 2025-06',
  },
  {
    what: 'Nearly white backgrounds become more vivid than ours; what becomes of other colours is not known.',
    who: 'Yahoo! Mail on the web, in the dark',
    codes: codesOf('yahoo', /YAHOODARK$/),
    source: 'email-bugs 156, 2025-09',
  },
  {
    what: 'Whether `<button>` stays: of 2019, and the three do not agree. No verdict.',
    who: 'Yahoo! Mail on the web, Android and iOS',
    codes: codesOf('yahoo', /YAHOO/),
    source: 'caniemail html-button-submit, 2019-09',
  },
  {
    what: "That it darkens a part of the colours is known, and no colour of it: Gmail's on Android stand in.",
    who: 'Samsung Email, in the dark',
    codes: codesOf('samsung', dark),
    source: 'Litmus',
  },
  {
    what: 'Their dark themes are not drawn.',
    who: 'GMX, WEB.DE, Proton, Fastmail and the other webmails',
    codes: codesOf('webmail'),
    source: 'engineering default: no source says what they do',
  },
]
