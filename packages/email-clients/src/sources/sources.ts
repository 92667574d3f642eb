/** A publication, or a default of ours. */
export interface Source {
  title: string
  /** Null if it has no public address. */
  url: string | null
  /** Null if it is not known, or the source is kept up to date. */
  date: string | null
}

/** Sources that differ in the text after the key, which is `$1` in `title` and `url`. */
export interface SourceSeries extends Source {
  /** Matches the text after the key. */
  member: RegExp
}

const github = 'https://github.com'
const htmEmail = 'https://www.hteumeuleu.com'
const learn = 'https://learn.microsoft.com/en-us/previous-versions'

/**
 * By the key with which citations begin; a part of the source, its date or what it says may follow: `email-bugs 61,
 * 2019-07-02`. `; ` separates several.
 */
export const sources = {
  'AOSP data/fonts': {
    title: 'Android: fonts.xml',
    url: 'https://android.googlesource.com/platform/frameworks/base/+/refs/heads/main/data/fonts/fonts.xml',
    date: null,
  },
  'Action Rocket': {
    title: 'Action Rocket: Understanding colours in dark mode',
    url: 'https://www.actionrocket.co/blog/understanding-colors-in-dark-mode',
    date: '2020-10-15',
  },
  'Android, WebSettings': {
    title: 'Android: WebSettings.getStandardFontFamily',
    url: 'https://developer.android.com/reference/android/webkit/WebSettings#getStandardFontFamily()',
    date: null,
  },
  'Apple, Mail settings': { title: 'Apple: Mail settings', url: null, date: null },
  'Apple, System Fonts': {
    title: 'Apple: system fonts',
    url: 'https://developer.apple.com/fonts/system-fonts/',
    date: '2024',
  },
  'American Express, dark mode': {
    title: 'American Express, email design system: dark mode',
    url: 'https://designinternet-qaeusw1green.americanexpress.com/community/marketing-email-design-system/foundations/dark-mode',
    date: null,
  },
  'Chuabacca/code-challenge-two': {
    title: 'Chuabacca: real pictures',
    url: `${github}/Chuabacca/code-challenge-two`,
    date: '2015-10-26',
  },
  'CSS 2.1': {
    title: 'W3C: CSS 2.1, vendor-specific extensions',
    url: 'https://www.w3.org/TR/CSS21/syndata.html#vendor-keywords',
    date: '2011-06-07',
  },
  Cerberus: {
    title: 'Cerberus: patterns for responsive emails',
    url: `${github}/emailmonday/Cerberus`,
    date: null,
  },
  'Chromium, dark_mode_filter.cc': {
    title: 'Chromium: its dark mode filter',
    url: `${github}/chromium/chromium/blob/main/third_party/blink/renderer/platform/graphics/dark_mode_filter.cc`,
    date: null,
  },
  'ECMA-376': {
    title: 'ECMA-376: Office Open XML file formats',
    url: 'https://ecma-international.org/publications-and-standards/standards/ecma-376/',
    date: null,
  },
  'EDMdesigner/modern-html-email-tutorial': {
    title: 'EDMdesigner: real pictures',
    url: `${github}/EDMdesigner/modern-html-email-tutorial`,
    date: '2017',
  },
  'Email on Acid, Coding for Windows 10 Mail App': {
    title: 'Email on Acid: Coding for Windows 10 Mail App',
    url: 'https://www.emailonacid.com/blog/article/email-development/coding-for-windows-10-mail-app',
    date: '2016',
  },
  'EoA 2018': {
    title: 'Email on Acid: Developing HTML emails for Gmail',
    url: 'https://www.emailonacid.com/blog/article/email-development/12_things_you_must_know_when_developing_for_gmail_and_gmail_mobile_apps',
    date: '2018',
  },
  'Google, CSS support in Gmail': {
    title: 'Google: CSS support in Gmail',
    url: 'https://developers.google.com/workspace/gmail/design/css',
    date: null,
  },
  HT: { title: 'R. Parmentier: articles on email', url: htmEmail, date: null },
  'HT 2016 (Outlook.com, links)': {
    title: 'R. Parmentier: links in Outlook.com (2016)',
    url: null,
    date: '2016',
  },
  'HT 2017 (troubleshooting Gmail)': {
    title: "R. Parmentier: Troubleshooting Gmail's responsive design support",
    url: 'https://emails.hteumeuleu.com/troubleshooting-gmails-responsive-design-support-ad124178bf81',
    date: '2017',
  },
  'HT 2020': {
    title: "R. Parmentier: Making sense of Outlook's rendering engine",
    url: `${htmEmail}/2020/outlook-rendering-engine/`,
    date: '2020',
  },
  'HT 2020 (fonts)': {
    title: 'R. Parmentier: Fonts in emails',
    url: `${htmEmail}/2020/fonts-in-emails/`,
    date: '2020',
  },
  'HT 2021 (Background properties in VML)': {
    title: 'R. Parmentier: Background properties in VML',
    url: `${htmEmail}/2021/background-properties-in-vml/`,
    date: '2021',
  },
  'HT 2021 (Gmail dark mode)': {
    title: "R. Parmentier: Fixing Gmail's dark mode issues with CSS blend modes",
    url: `${htmEmail}/2021/fixing-gmail-dark-mode-css-blend-modes/`,
    date: '2021-04-09',
  },
  'HT 2021-04-09 (Gmail dark mode)': {
    title: "R. Parmentier: Fixing Gmail's dark mode issues with CSS blend modes",
    url: `${htmEmail}/2021/fixing-gmail-dark-mode-css-blend-modes/`,
    date: '2021-04-09',
  },
  'HT 2021 (Outlook.com dark mode)': {
    title: "R. Parmentier: Making emails react to Outlook.com's dark mode",
    url: `${htmEmail}/2021/emails-react-outlook-com-dark-mode/`,
    date: '2021-02-26',
  },
  'HT 2023-12, Samsung Auto-fit': {
    title: 'R. Parmentier: Samsung Auto-fit',
    url: `${htmEmail}/2023/samsung-auto-fit/`,
    date: '2023-12-15',
  },
  'HTML 4.01': { title: 'W3C: HTML 4.01', url: 'https://www.w3.org/TR/html401/', date: '1999-12-24' },
  'HTML: a comment is not shown': { title: 'HTML: a comment is not shown', url: null, date: null },
  'Internet Explorer': {
    title: 'MSDN: CSS compatibility in Internet Explorer',
    url: `${learn}/cc351024(v=vs.85)`,
    date: null,
  },
  'JayOram/email-css-resets': {
    title: 'J. Oram, email-css-resets: issue $1',
    url: `${github}/JayOram/email-css-resets/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'JayOram/email-css-resets, css-link-resets.md': {
    title: 'J. Oram, email-css-resets: links',
    url: `${github}/JayOram/email-css-resets/blob/main/css-link-resets.md`,
    date: '2023-05',
  },
  'LineageOS/android_packages_apps_UnifiedEmail': {
    title: 'UnifiedEmail: its source',
    url: `${github}/LineageOS/android_packages_apps_UnifiedEmail`,
    date: null,
  },
  Litmus: {
    title: 'Litmus: The ultimate guide to dark mode',
    url: 'https://www.litmus.com/blog/the-ultimate-guide-to-dark-mode-for-email-marketers',
    date: '2022',
  },
  'Litmus, image blocking': {
    title: 'Litmus: The ultimate guide to email image blocking',
    url: 'https://www.litmus.com/blog/the-ultimate-guide-to-email-image-blocking',
    date: null,
  },
  MDN: {
    title: 'MDN compatibility data: $1',
    url: `${github}/mdn/browser-compat-data`,
    date: null,
    member: /^: (.+), Safari/,
  },
  'MSDN blog akashb': {
    title: 'MSDN, akashb: Outlook displaying the red X mark instead of the image',
    url: 'https://blogs.msdn.microsoft.com/akashb/2012/08/31/outlook-displaying-the-red-x-mark-instead-of-the-image/',
    date: '2012-08-31',
  },
  'MSDN blog sfellman': { title: "MSDN: S. Fellman's blog", url: null, date: '2008' },
  'MSDN, About conditional comments': {
    title: 'MSDN: About conditional comments',
    url: `${learn}/windows/internet-explorer/ie-developer/compatibility/ms537512(v=vs.85)`,
    date: null,
  },
  'MSDN, XML data islands': { title: 'MSDN: XML data islands', url: null, date: null },
  'Microsoft, About protecting your privacy by blocking automatic picture downloads': {
    title: 'Microsoft: About protecting your privacy by blocking automatic picture downloads',
    url: null,
    date: null,
  },
  'Microsoft, KB 3033864': {
    title: 'Microsoft: HTTPS linked images in HTML emails display the red X',
    url: `${github}/MicrosoftDocs/OfficeDocs-Support/blob/public/Outlook/Client/message-body/https-linked-images-in-html-emails-show-red-x.md`,
    date: '2024-01-30',
  },
  'Microsoft, the color auto': {
    title: 'Microsoft, Open Specifications forum: How do we calculate the color "auto"?',
    url: 'https://social.msdn.microsoft.com/Forums/en-US/54a3016d-5958-4788-89a0-32ba38589ee0/how-do-we-calculate-the-color-quotautoquot?forum=os_binaryfile',
    date: '2017-06-08',
  },
  'Microsoft, Office HTML and XML reference': {
    title: 'Microsoft: Office HTML and XML reference',
    url: `${learn}/office/developer/office-2000/aa155477(v=office.10)`,
    date: '2000',
  },
  'Microsoft, VML Background Element': {
    title: 'Microsoft: VML background element (2011)',
    url: null,
    date: '2011',
  },
  'Microsoft, VML reference': { title: 'Microsoft: VML reference (2011)', url: null, date: '2011' },
  'Microsoft, Word 2007 HTML and CSS rendering': {
    title: 'Microsoft: Word 2007 HTML and CSS rendering capabilities in Outlook 2007',
    url: 'https://msdn.microsoft.com/en-us/library/aa338201.aspx',
    date: '2006',
  },
  'OX App Suite, whitelist.properties': {
    title: 'Open-Xchange: whitelist.properties of App Suite',
    url: null,
    date: null,
  },
  'ProtonMail/WebClients': {
    title: 'Proton: its sanitizer',
    url: `${github}/ProtonMail/WebClients/tree/main/packages/sanitize`,
    date: null,
  },
  'ProtonMail/WebClients, MessageBodyImage.tsx': {
    title: 'Proton: its images',
    url: `${github}/ProtonMail/WebClients`,
    date: null,
  },
  Premailer: { title: 'Premailer', url: `${github}/premailer/premailer`, date: null },
  RFC: { title: 'RFC $1', url: 'https://www.rfc-editor.org/rfc/rfc$1', date: null, member: /^ (\d+)/ },
  'Selectors 3': {
    title: 'W3C: Selectors level 3',
    url: 'https://www.w3.org/TR/selectors-3/',
    date: '2018-11-06',
  },
  'StackExchange/Stacks': {
    title: 'Stack Exchange, Stacks: issue $1',
    url: `${github}/StackExchange/Stacks/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'WebKit DataDetection': {
    title: 'WebKit: DataDetection',
    url: `${github}/WebKit/WebKit/blob/main/Source/WebCore/editing/cocoa/DataDetection.mm`,
    date: null,
  },
  'WebKit apple-invert-lightness': {
    title: 'WebKit: its source',
    url: `${github}/WebKit/WebKit`,
    date: null,
  },
  'campaignmonitor, image blocking': {
    title: 'Campaign Monitor: image blocking in email',
    url: 'https://www.campaignmonitor.com/resources/guides/image-blocking-in-email/m/',
    date: null,
  },
  'adobe/aem-core-email-components': {
    title: 'Adobe, email components: issue $1',
    url: `${github}/adobe/aem-core-email-components/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  assumed: { title: 'assumed: $1', url: null, date: null, member: /^: (.+)$/ },
  'TryGhost/Ghost': {
    title: 'Ghost: pull request $1',
    url: `${github}/TryGhost/Ghost/pull/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'WPManageNinja/fluent-smtp': {
    title: 'FluentSMTP: issue $1',
    url: `${github}/WPManageNinja/fluent-smtp/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'aurorasendcloud.com': {
    title: 'Aurora SendCloud: Email client market share 2026',
    url: 'https://www.aurorasendcloud.com/blog/email-client-market-share',
    date: '2026-04-12',
  },
  caniemail: {
    title: 'caniemail: $1',
    url: 'https://www.caniemail.com/features/$1/',
    date: null,
    member: /^ ((?:css|html|image)-[a-z0-9-]*[a-z0-9])/,
  },
  'caniemail issue': {
    title: 'caniemail: issue $1',
    url: `${github}/hteumeuleu/caniemail/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'caniemail pull request': {
    title: 'caniemail: pull request $1',
    url: `${github}/hteumeuleu/caniemail/pull/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'email-bugs': {
    title: 'email-bugs: issue $1',
    url: `${github}/hteumeuleu/email-bugs/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'emailens/engine': {
    title: 'emailens: release $1',
    url: `${github}/emailens/engine/releases/tag/v$1`,
    date: null,
    member: /^ ([\d.]+)/,
  },
  'emailmonday/Cerberus': {
    title: 'Cerberus: issue $1',
    url: `${github}/emailmonday/Cerberus/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'engineering default': { title: 'engineering default: $1', url: null, date: null, member: /^: (.+)$/ },
  'engineering rule': { title: 'engineering rule: $1', url: null, date: null, member: /^: (.+)$/ },
  'foundation-emails, docs': {
    title: 'Foundation for Emails: its documentation',
    url: `${github}/foundation/foundation-emails/tree/develop/docs/pages`,
    date: null,
  },
  'foundation-emails': {
    title: 'Foundation for Emails: issue $1',
    url: `${github}/foundation/foundation-emails/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  goodemailcode: {
    title: 'Good Email Code: MSO styles',
    url: 'https://www.goodemailcode.com/email-enhancements/mso-styles',
    date: '2021',
  },
  'goodemailcode, link button': {
    title: 'Good Email Code: CTA link',
    url: 'https://www.goodemailcode.com/email-code/link-button',
    date: '2023-04-20',
  },
  howtotarget: {
    title: 'How to target: issue $1',
    url: `${github}/customerio/howtotarget/issues/$1`,
    date: null,
    member: /^ (?:issue )?(\d+)/,
  },
  'howtotarget.email': { title: 'How to target', url: 'https://howtotarget.email', date: null },
  jmwhite: {
    title: 'J. White: Solving DPI scaling issues with HTML email in Outlook',
    url: 'https://blog.jmwhite.co.uk/2014/03/28/solving-dpi-scaling-issues-with-html-email-in-outlook/',
    date: '2014-03-28',
  },
  'jrit/declassify': {
    title: 'declassify: issue $1',
    url: `${github}/jrit/declassify/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'jsoup, Safelist': {
    title: 'jsoup: Safelist.relaxed()',
    url: 'https://jsoup.org/apidocs/org/jsoup/safety/Safelist.html',
    date: null,
  },
  'leemunroe/responsive-html-email-template': {
    title: 'L. Munroe, responsive-html-email-template: issue $1',
    url: `${github}/leemunroe/responsive-html-email-template/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  mailpoet: {
    title: 'MailPoet: issue $1',
    url: `${github}/mailpoet/mailpoet/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'matzipan/envoyer': {
    title: 'Envoyer: issue $1',
    url: `${github}/matzipan/envoyer/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'microsoft/roosterjs': {
    title: 'roosterjs: getDarkColor',
    url: `${github}/microsoft/roosterjs`,
    date: null,
  },
  'laravel/framework': {
    title: 'Laravel: pull request $1',
    url: `${github}/laravel/framework/pull/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'mjmlio/mjml': {
    title: 'MJML: issue $1',
    url: `${github}/mjmlio/mjml/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'mosaico.io': {
    title: 'Mosaico: Samsung Email Autowidth feature breaks responsivity',
    url: 'https://mosaico.io/email-client-tricks/samsung-email-autowidth-breaks-repositivity',
    date: '2023-07-03',
  },
  'not known to be refused': { title: 'not known to be refused', url: null, date: null },
  'only CSS 2.1 and HTML 4 are known to be kept: caniemail': {
    title: 'caniemail',
    url: 'https://www.caniemail.com',
    date: null,
  },
  'only what is known to be honoured is kept': {
    title: 'only what is known to be honoured is kept',
    url: null,
    date: null,
  },
  'ovidem, dev.to': {
    title: 'O. Demetrian: Levels of email dark mode',
    url: 'https://dev.to/ovidem/levels-of-email-dark-mode-fgh',
    date: null,
  },
  'resend/react-email': {
    title: 'React Email: issue $1',
    url: `${github}/resend/react-email/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'roundcube/roundcubemail, rcube_washtml': {
    title: 'Roundcube: rcube_washtml.php',
    url: `${github}/roundcube/roundcubemail/blob/master/program/lib/Roundcube/rcube_washtml.php`,
    date: null,
  },
  'rtsz.com, 125 DPI': {
    title: 'Email on Acid: Coding for DPI scaling in Outlook',
    url: 'https://www.emailonacid.com/blog/article/email-development/dpi_scaling_in_outlook_2007-2013',
    date: '2014',
  },
  'stickerdaniel/saas-starter': {
    title: 'D. Sticker, saas-starter: pull request $1',
    url: `${github}/stickerdaniel/saas-starter/pull/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'thunderbird-android': {
    title: 'Thunderbird for Android: its html-cleaner',
    url: `${github}/thunderbird/thunderbird-android/tree/main/library/html-cleaner`,
    date: null,
  },
  'tomayac/dark-mode-email': {
    title: 'dark-mode-email: issue $1',
    url: `${github}/tomayac/dark-mode-email/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'vivid-planet/dextinity': {
    title: 'Vivid Planet, mail-react: pull request $1',
    url: `${github}/vivid-planet/dextinity/pull/$1`,
    date: null,
    member: /^ (\d+)/,
  },
  'webkit.org/blog/8840': {
    title: 'WebKit: Dark mode support',
    url: 'https://webkit.org/blog/8840/dark-mode-support-in-webkit/',
    date: '2019',
  },
  'woocommerce/woocommerce': {
    title: 'WooCommerce: issue $1',
    url: `${github}/woocommerce/woocommerce/issues/$1`,
    date: null,
    member: /^ (\d+)/,
  },
} as const satisfies Readonly<Record<string, Source | SourceSeries>>

export type SourceKey = keyof typeof sources

/** A key of `sources`, then any text. */
export type Citation = `${SourceKey}${string}`
