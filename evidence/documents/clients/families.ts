import { families } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'

/** One page of `docs/clients`. */
export interface ClientFamily {
  page: string
  title: string
  /** What a developer of emails should know first; Markdown. */
  about: string
  /** Rests on one report, an old one, or sources that disagree, and is no rule with an example; Markdown. */
  assumed?: readonly string[]
  /** What our pictures do not show. */
  notModelled: readonly string[]
  codes: readonly string[]
}

const codesOf = (emailClients: readonly Pick<EmailClient, 'code'>[]): string[] =>
  emailClients.map(({ code }) => code)

/** In the order of the index. */
export const clientFamilies: readonly ClientFamily[] = [
  {
    page: 'gmail',
    title: 'Gmail',
    assumed: [
      'Errors that empty a `style` attribute or a block are published of the web, 2016 to 2018 (R. Parmentier; email-bugs 13 and 21), and of the apps only for `rgb()` without commas (caniemail css-rgb note 3, 2021-08). That the apps do as the web, and blocks with `lab()` and the like as attributes (caniemail css-modern-color note 2, 2023-01), is assumed; so is that `!important` is lost with images off (email-bugs 70, 2019-11, the web).',
      'That pictures which come with the message are shown with images off: no source says so of Gmail.',
      'Cells of 2019 to 2021, by caniemail, which were not tested again: most of what is refused beyond flex, grid and `text-align`.',
    ],
    about:
      "Gmail keeps what is on its list and drops the rest: on the web and in its apps, classes, ids and media queries work, most other selectors do not. One invalid value empties a whole `style` attribute, one error in a `<style>` block drops the block, and all blocks together may have 16 KB. A message over 102 KB is cut off; what is left keeps its `<style>`. The app with another provider's account (IMAP) reads `style` attributes alone. Android's dark mode is Chromium's own: it turns text of a brightness below 150 of 255, backgrounds and gradients above 205, and small pictures of few colours; the iPhone's turns all colours; the web leaves emails as they are.",
    notModelled: [
      'AMP for Email: the HTML part is shown.',
      'Android in the dark: that a phone does as Chromium is documented ([email-bugs 68](https://github.com/hteumeuleu/email-bugs/issues/68), 2020 to 2025; [emailens 0.18.4](https://github.com/emailens/engine/releases/tag/v0.18.4), 2026-10). One report says that gradients are kept ([dark-mode-email 4](https://github.com/tomayac/dark-mode-email/issues/4), 2025-01), of a colour that Chromium keeps too. `assumed` are the numbers, borders, the page, and which pictures are small enough: 100 px in 2020, 64 px in the engine here. `/changes` does not tell of pictures.',
      'iOS in the dark: the formula is not published; it is measured on twelve colours of 2021.',
      'The page behind "View entire message", which has no `<style>` on the web (email-bugs 56, 2019-02).',
      'Quotations folded behind three dots.',
    ],
    codes: codesOf(families.gmail),
  },
  {
    page: 'outlook-windows',
    title: 'Outlook and Mail on Windows (Word)',
    assumed: [
      'A picture is at most 65 times as wide as its file (email-bugs 163, one report, 2026-03, of "the Outlooks on Windows"; that Windows 10 Mail does so too is assumed).',
      'Windows 10 Mail honours the width and height of `<img>` in CSS by caniemail (css-width and css-height, 2019-09); a report against it is of "Microsoft mail clients" without a version (zammad 4691, 2023).',
    ],
    about:
      'Outlook 2007 to 2024, Microsoft 365 and Windows 10 Mail draw with Word. Layout is tables: `width`, `height` and `padding` hold on tables and cells, not on `<div>`, `<p>` or `<span>`. No `background-image`, `border-radius`, `position`, `flex`, `grid` or media query. Conditional comments, `mso-` properties and VML say to Word alone what others say in CSS. At 120 DPI, sizes in CSS grow and those in attributes do not.',
    notModelled: [
      "Word's own dashed lines, which are twice as long as a browser's.",
      "The widths of Word's hinted letters before 2013, some 2 % more than ours.",
      'Positions and negative margins that CSS and Word both can do otherwise: what the model of paragraphs cannot place is left to the engine.',
      'A VML background as high as its text that has no height until the reader zooms, in 2016 and later with Word 2504 and later (email-bugs 146; mjml 2955, 2025-06); `/changes` tells where it can happen.',
      'Two accidents of height, of which `/changes` tells: up to 2013 the gap before a row that crosses a page of Word (some 1,790 px), and since 2013 a line in the background below a row whose height is rounded.',
    ],
    codes: codesOf(families.word),
  },
  {
    page: 'outlook',
    title: 'Outlook.com, new Outlook, and Outlook on phones and macOS',
    assumed: [
      "Images in the apps: the apps' style sheet overrides an image's own `max-width` (email-bugs 93, two reports, 2024-01); email-bugs 120 (2022-09, Android, one report) saw that an image's own `max-width` in a table becomes `!important` instead. The first is drawn.",
      'On iOS, a message is cut at 5,000 px (email-bugs 108, one report of 2022).',
      '`#converted-body` around the message on Android and in the new Outlook for Mac: How to target says that the selector matches (2023-12); what else the element does is not known.',
      'The new Outlook for Windows has no tests of its own; Microsoft says that it "unifies the Windows and web codebases" (2025-07).',
      'What follows `}}` is lost on the web and in both apps (email-bugs 92, 2021-06; [mail-react 6316](https://github.com/vivid-planet/dextinity/pull/6316), 2026-09, with pictures of the web and of iOS 26); that the new Outlook for Mac does so, too, is assumed.',
      'Names in the new Outlook for Mac: caniemail has a chain of classes work and an attribute selector for a class not (16.80). Drawn: all names of a chain are renamed.',
      '`white-space: pre` is not honoured in the apps (caniemail, 2019-02); the webmail, which had the same cell, honours it since 2024-01.',
      'That pictures which come with the message are shown with images off: Microsoft says so of Outlook on Windows; no source does of the webmail and the apps.',
    ],
    about:
      'Classic Outlook for Windows, which draws with Word, is supported until at least 2029, and companies can keep their users from being moved to the new Outlook until March 2027 (Message Center MC949965, quoted by the press in 2026-03). What it draws is on the [page about Word](outlook-windows.md). These are browsers, not Word: Outlook.com, Office 365 and the new Outlook share one filter, which prefixes classes and ids with `x_` and takes `position`, `grid-template`, negative margins and gradients away. Dark mode rewrites the colours of every element and keeps the old ones in `data-ogsc` and `data-ogsb`. The apps and Outlook on macOS draw with WebKit or a WebView, and keep more.',
    notModelled: [
      'On the web, elements with a size and a padding get `box-sizing: border-box !important`: one remark ([How to target 67](https://github.com/customerio/howtotarget/pull/67), 2025-03).',
      'The buttons "turn on the lights" and "show blocked content".',
      'Safe Links, which change addresses and not pictures.',
      "The dark modes' exact formula: roosterjs's `getDarkColor`, Microsoft's own editor, stands in for it. Text is judged on the page's colour, as in mails of 2023; in 2019 it was judged on its element's own background ([R. Parmentier](https://www.hteumeuleu.com/2019/dealing-with-outlook-com-s-dark-mode/)). Borders, gradients and pictures stay: no source says what becomes of them.",
      'In the dark, the apps are `assumed` to do as Outlook.com. [email-bugs 112](https://github.com/hteumeuleu/email-bugs/issues/112) (iOS, 2022-03) and [caniemail](https://www.caniemail.com/features/css-at-media-prefers-color-scheme/) say that they keep the original colours in `data-ogsc` and `data-ogsb`; [emailens 0.9.0](https://github.com/emailens/engine/releases/tag/v0.9.0) (2026-03) says that only the webmail does. Red became `rgb(234,0,0)` there, and `rgb(238,0,0)` in the webmail ([email-bugs 64](https://github.com/hteumeuleu/email-bugs/issues/64), 2019-07).',
      'The dark page of Outlook for Mac is `#1c1c1c` by one source ([Action Rocket](https://www.actionrocket.co/blog/understanding-colors-in-dark-mode), 2020-10), which has `#2d2d2d` for Outlook.com; our mails of 2023 have `#292929`.',
    ],
    codes: codesOf(families.outlookWeb),
  },
  {
    page: 'apple-mail',
    assumed: [
      '`<object type="image/…">` is shown by iOS 14.4 and Mail 14.0 (caniemail html-object, 2021-02): nothing newer is published.',
      'Positions `fixed` and `sticky` are refused by tests of iOS 14.5 and Mail 14 (2021-05).',
    ],
    title: 'Mail on iPhone, iPad and macOS',
    about:
      "Mail shows an email nearly as WebKit would. An iPhone makes text and layout fit its screen, and phone numbers, dates and addresses become links. In the dark, `prefers-color-scheme` holds; an email without any dark style of its own is turned as WebKit does it. Codes differ in the device's width and in what the WebKit of their system had learned.",
    notModelled: [
      'In the dark, that white backgrounds of an author are ignored was tested in iOS 13 ([email-bugs 65](https://github.com/hteumeuleu/email-bugs/issues/65), 2019), and which emails are darkened in Mail up to iOS 17 and macOS 14 ([email-bugs 104](https://github.com/hteumeuleu/email-bugs/issues/104), 2021 to 2023). For later versions both are `assumed`.',
      'Attachments shown below the message, but pictures.',
      'Mail Privacy Protection, which fetches images elsewhere and shows the same.',
      "San Francisco, the system's font: only the average width of its letters is known, so that a line can break elsewhere.",
      'What WebKitGTK, which draws here, does otherwise than the WebKit of a device of that year; known differences by version are taken out.',
    ],
    codes: codesOf(families.apple),
  },
  {
    page: 'yahoo-aol',
    assumed: ['Paragraphs have no margins on the web (real pictures of 2016; nothing newer is published).'],
    title: 'Yahoo! Mail and AOL Mail',
    about:
      'Both have one filter. It reads CSS as text: comments between rules take the next rule with them, a comma in a media query ends the block, `height` becomes `min-height`. `position: relative` stays, other positions do not. In the dark, Yahoo on the web makes light backgrounds dark; AOL changes nothing.',
    notModelled: [
      'Yahoo in the dark is `assumed` but for this: nearly white backgrounds become vivid green, purple and cyan ([email-bugs 156](https://github.com/hteumeuleu/email-bugs/issues/156), 2025-09; ours are darker). Colours that are neither light backgrounds nor dark text stay. That it loses every media query ([email-bugs 159](https://github.com/hteumeuleu/email-bugs/issues/159), 2025-11) is not drawn: that issue is closed.',
      "Yahoo's views for receipts, deliveries and subscriptions, above or instead of the email.",
    ],
    codes: codesOf(families.yahoo),
  },
  {
    page: 'samsung',
    title: 'Samsung Email',
    about:
      "A WebView of Android around a filter that says little: it knows most CSS, and fits an email that is wider than the screen by its largest `width` attribute. Its dark mode leaves an email alone that asks for `prefers-color-scheme`, and turns other ones' light backgrounds and dark text.",
    assumed: [
      'Most of what it honours is by tests of version 6.0 (2019 to 2020); its newest tested version is 6.2.',
      '`position: absolute` is honoured (caniemail css-position note 1, 6.0); one report says that it is not ([caniemail issue 444](https://github.com/hteumeuleu/caniemail/issues/444), 2024-07).',
    ],
    notModelled: [
      'Microsoft accounts, with which the app drops media queries, gradients and `min()`, `max()`, `clamp()`.',
      "The dark mode has no evidence of its own but that it is partial (Litmus, 2022) and that `prefers-color-scheme` holds (caniemail, 6.1). All else is `assumed`: Chromium's own darkening stands in for it, as in Gmail on Android, and an email with dark styles of its own stands on One UI's black.",
    ],
    codes: codesOf(families.samsung),
  },
  {
    page: 'thunderbird-android',
    title: 'Thunderbird and K-9 Mail for Android',
    about:
      "Rules are those of the app's own source code: a list of elements and attributes may stay, style blocks stay whole, and the app's style sheet stands behind the email's. Its dark mode is the WebView's own darkening, which is Chromium's.",
    notModelled: ["The bar of attachments and the message's header."],
    codes: codesOf(families.thunderbirdAndroid),
  },
  {
    page: 'webmail',
    title: 'Other webmail',
    about:
      'Providers with a filter of their own: Comcast and IONOS (Open-Xchange), Fastmail, Free, freenet, GMX and WEB.DE, HEY, La Poste and SFR, Mail.ru, Orange, Proton (also its apps), T-Online and WP. Several drop `<style>` altogether, so that `style` attributes are all there is; none has a dark mode here. One provider does the same in each browser.',
    notModelled: [
      'The dark themes of these webmails.',
      'Advertisements beside the message, and notices above it.',
      'A feature that was not tested is treated by the policy of its filter: all such features are kept, or all are dropped.',
    ],
    codes: codesOf(families.webmail),
  },
  {
    page: 'notes',
    title: 'IBM and Lotus Notes',
    about:
      'Notes on Windows shows HTML with Internet Explorer, as version 8: CSS 2.1, no media query, no `border-radius`, no `background-size`, and conditional comments for `IE`. An email without a doctype is drawn in quirks mode. `<style>` is not read.',
    notModelled: [
      'VML, which Internet Explorer draws: what is meant for browsers without it is shown.',
      "Notes' own rendering of emails that were turned into its rich text.",
    ],
    codes: codesOf(families.notes),
  },
  {
    page: 'real-clients',
    title: 'Thunderbird and Roundcube',
    about:
      'The programs themselves: an email is delivered to them as a message, and the picture is of what they show. So they have no list of rules and no scores here; what is in the picture is what they do.',
    notModelled: ["What a user's own settings, add-ons or themes change."],
    codes: codesOf(families.realClients),
  },
  {
    page: 'text',
    title: 'Plain text, w3m and Lynx',
    about:
      'Email clients of text: one that shows the text part, or makes text of the HTML when there is none, in 80 columns; and two browsers of text, as mail programs in a terminal use them. w3m and Lynx are the programs themselves.',
    notModelled: ["A terminal's own colours and fonts."],
    codes: codesOf(families.text),
  },
  {
    page: 'colour-blindness',
    title: 'Colour blindness',
    about:
      'No email client: the email as a person without green cones (deuteranopia) sees it, after Machado, Oliveira and Fernandes, [A physiologically-based model for simulation of color vision deficiency](https://doi.org/10.1109/TVCG.2009.113) (2009), severity 1.0. Nothing is filtered.',
    notModelled: ['Other kinds and lesser degrees of colour blindness.'],
    codes: codesOf(families.colourVision),
  },
]
