/** Where a reader finds what a rule cites: its title, and its address unless it has none any more. */
export interface Source {
  title: string
  url: string | null
}

type Citation = readonly [cited: RegExp, title: string, url: string | null]

const htmEmail = 'https://www.hteumeuleu.com'
const github = 'https://github.com'

/** The first that matches a part of a citation. `$1` and so on are what it found there. */
const citations: readonly Citation[] = [
  [/^caniemail ([a-z0-9-]+)/, 'caniemail: $1', 'https://www.caniemail.com/features/$1/'],
  [/^(?:and )?(css-[a-z-]+|html-[a-z-]+)\b/, 'caniemail: $1', 'https://www.caniemail.com/features/$1/'],
  [/^only CSS 2\.1 and HTML 4 .*caniemail/, 'caniemail', 'https://www.caniemail.com'],
  [/^email-bugs (\d+)/, 'email-bugs: issue $1', `${github}/hteumeuleu/email-bugs/issues/$1`],
  [/^howtotarget (?:issue )?(\d+)/, 'How to target: issue $1', `${github}/customerio/howtotarget/issues/$1`],
  [/^howtotarget/, 'How to target', 'https://howtotarget.email'],
  [
    /^HT 2021.*Gmail dark mode/,
    "R. Parmentier: Fixing Gmail's dark mode issues with CSS blend modes",
    `${htmEmail}/2021/fixing-gmail-dark-mode-css-blend-modes/`,
  ],
  [
    /^HT 2021 \(Background properties in VML\)/,
    'R. Parmentier: Background properties in VML',
    `${htmEmail}/2021/background-properties-in-vml/`,
  ],
  [
    /^HT 2021 \(Outlook\.com dark mode\)/,
    "R. Parmentier: Dealing with Outlook.com's dark mode",
    `${htmEmail}/2019/dealing-with-outlook-com-s-dark-mode/`,
  ],
  [/^HT 2020 \(fonts\)/, 'R. Parmentier: Fonts in emails', `${htmEmail}/2020/fonts-in-emails/`],
  [
    /^HT 2020/,
    "R. Parmentier: Making sense of Outlook's rendering engine",
    `${htmEmail}/2020/outlook-rendering-engine/`,
  ],
  [
    /^HT 2017 \(troubleshooting Gmail\)/,
    "R. Parmentier: Troubleshooting Gmail's responsive design support",
    'https://emails.hteumeuleu.com/troubleshooting-gmails-responsive-design-support-ad124178bf81',
  ],
  [/^HT 2016 \(Outlook\.com, links\)/, 'R. Parmentier: links in Outlook.com (2016)', null],
  [/^HT\b/, 'R. Parmentier: articles on email', htmEmail],
  [
    /^Email on Acid, Coding for Windows 10 Mail App/,
    'Email on Acid: Coding for Windows 10 Mail App',
    'https://www.emailonacid.com/blog/article/email-development/coding-for-windows-10-mail-app',
  ],
  [
    /^EoA 2018 \(12 things about Gmail\)/,
    'Email on Acid: Developing HTML emails for Gmail',
    'https://www.emailonacid.com/blog/article/email-development/12_things_you_must_know_when_developing_for_gmail_and_gmail_mobile_apps',
  ],
  [
    /^rtsz\.com, 125 DPI/,
    'Email on Acid: Coding for DPI scaling in Outlook',
    'https://www.emailonacid.com/blog/article/email-development/dpi_scaling_in_outlook_2007-2013',
  ],
  [
    /^Litmus$/,
    'Litmus: The ultimate guide to dark mode',
    'https://www.litmus.com/blog/the-ultimate-guide-to-dark-mode-for-email-marketers',
  ],
  [
    /^ovidem, dev\.to/,
    'O. Demetrian: Levels of email dark mode',
    'https://dev.to/ovidem/levels-of-email-dark-mode-fgh',
  ],
  [/^CIELAB after mailviewr\.com/, 'mailviewr.com: CIELAB lightness', null],
  [
    /^Microsoft, Word 2007 HTML and CSS rendering/,
    'Microsoft: Word 2007 HTML and CSS rendering capabilities in Outlook 2007',
    'https://msdn.microsoft.com/en-us/library/aa338201.aspx',
  ],
  [/^Microsoft, VML reference/, 'Microsoft: VML reference (2011)', null],
  [/^microsoft\/roosterjs getDarkColor/, 'roosterjs: getDarkColor', `${github}/microsoft/roosterjs`],
  [
    /^Internet Explorer \d+: MSDN/,
    'MSDN: CSS compatibility in Internet Explorer',
    'https://learn.microsoft.com/en-us/previous-versions/cc351024(v=vs.85)',
  ],
  [
    /^webkit\.org\/blog\/8840/,
    'WebKit: Dark mode support',
    'https://webkit.org/blog/8840/dark-mode-support-in-webkit/',
  ],
  [/^WebKit apple-invert-lightness/, 'WebKit: its source', `${github}/WebKit/WebKit`],
  [
    /^WebKit DataDetection/,
    'WebKit: DataDetection',
    `${github}/WebKit/WebKit/blob/main/Source/WebCore/editing/cocoa/DataDetection.mm`,
  ],
  [/^MDN: (.+), Safari/, 'MDN compatibility data: $1', `${github}/mdn/browser-compat-data`],
  [
    /^AOSP data\/fonts/,
    'Android: fonts.xml',
    'https://android.googlesource.com/platform/frameworks/base/+/refs/heads/main/data/fonts/fonts.xml',
  ],
  [
    /^LineageOS\/android_packages_apps_UnifiedEmail/,
    'UnifiedEmail: its source',
    `${github}/LineageOS/android_packages_apps_UnifiedEmail`,
  ],
  [
    /^thunderbird-android ([\d.]+)/,
    'Thunderbird for Android: its html-cleaner',
    `${github}/thunderbird/thunderbird-android/tree/main/library/html-cleaner`,
  ],
  [
    /^jsoup, Safelist/,
    'jsoup: Safelist.relaxed()',
    'https://jsoup.org/apidocs/org/jsoup/safety/Safelist.html',
  ],
  [
    /^roundcube\/roundcubemail, rcube_washtml/,
    'Roundcube: rcube_washtml.php',
    `${github}/roundcube/roundcubemail/blob/master/program/lib/Roundcube/rcube_washtml.php`,
  ],
  [
    /^ProtonMail\/WebClients/,
    'Proton: its sanitizer',
    `${github}/ProtonMail/WebClients/tree/main/packages/sanitize`,
  ],
  [
    /^EDMdesigner\/modern-html-email-tutorial/,
    'EDMdesigner: real pictures',
    `${github}/EDMdesigner/modern-html-email-tutorial`,
  ],
  [/^RFC (\d+)/, 'RFC $1', 'https://www.rfc-editor.org/rfc/rfc$1'],
  // What nobody else says.
  [/^(engineering (?:default|rule)): (.+)$/, '$1: $2', null],
  [/^(only what is known to be honoured is kept|HTML: a comment is not shown)$/, '$1', null],
]

/** The sources in a rule's citation, in its order. Throws for one that has no title here: a reader could not follow it. */
export function sourcesOf(citation: string): Source[] {
  return citation.split('; ').flatMap((part) => {
    // Dates and explanations of what was cited before.
    if (/^seen \d{4}-\d{2}$/.test(part)) return []
    for (const [cited, title, url] of citations) {
      const [found] = cited.exec(part) ?? []
      if (found === undefined) continue
      const fill = (text: string): string => found.replace(cited, text)
      return [{ title: fill(title), url: url === null ? null : fill(url) }]
    }
    throw new Error(`bench/clients/sources.ts has no title for "${part}"`)
  })
}
