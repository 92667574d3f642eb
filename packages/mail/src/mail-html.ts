import type { ProductConfig } from '@pas/settings/product'

/** Texts that are not escaped yet. */
interface MailContent {
  language: string
  subject: string
  /** What inboxes show beside the subject. */
  preheader: string
  before: readonly string[]
  action: { label: string; url: string }
  /** Introduces the button's address, for readers whose button does not work. */
  addressHint: string
  after: readonly string[]
  support: string
}

interface MailProduct extends Pick<ProductConfig, 'name' | 'supportUrl' | 'logoUrl'> {
  authUrl: string
}

/** As in packages/pages/src/assets/tokens.css. */
const light = { ground: '#f4f5f8', surface: '#ffffff', text: '#1a1e27', muted: '#525a69', line: '#dcdfe6' }
const button = { light: { back: '#2a54cc', text: '#ffffff' }, dark: { back: '#9db8ff', text: '#0e1526' } }

const font = "font-family:'Segoe UI',Helvetica,Arial,sans-serif"
const paragraph = `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:${light.text}`
const small = `margin:0 0 12px;${font};font-size:14px;line-height:20px;color:${light.muted}`

/** Inboxes would show the mail's first words behind the preheader. */
const previewFiller = '&#847;&nbsp;'.repeat(80)

/** Rules that cannot be inline. Without them, a client shows the light mail or darkens it itself. */
const styles = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .inner { padding: 24px 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: #11141a !important; }
  .surface { background-color: #1a1f28 !important; border-color: #313846 !important; }
  .text { color: #e8ebf2 !important; }
  .muted { color: #aab2c1 !important; }
  .link { color: ${button.dark.back} !important; }
  .button { background-color: ${button.dark.back} !important; }
  .label { color: ${button.dark.text} !important; }
}`

/**
 * Tables and inline styles, which all email clients honour; no remote picture but the logo. `mso-padding-alt` gives
 * Word's button its height; VML would need a fixed width.
 */
export function mailHtml(product: MailProduct, content: MailContent): string {
  const { language, subject, preheader, before, action, addressHint, after, support } = content
  const url = escapeHtml(action.url)
  const paragraphs = (texts: readonly string[]): string =>
    texts.map((text) => `<p class="text" style="${paragraph}">${escapeHtml(text)}</p>`).join('\n')
  const footer = [
    `<p class="muted" style="${small}">${escapeHtml(addressHint)}<br>${linkTo(action.url)}</p>`,
    ...(product.supportUrl === null
      ? []
      : [`<p class="muted" style="${small}">${escapeHtml(support)} ${linkTo(product.supportUrl)}</p>`]),
  ].join('\n')
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>
${styles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground}">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${previewFiller}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.ground}" style="background-color:${light.ground}">
<tr>
<td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.surface}" style="max-width:560px;background-color:${light.surface};border:1px solid ${light.line};border-radius:12px">
<tr>
<td class="inner" align="left" style="padding:32px 36px">
${brand(product)}
${paragraphs(before)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:0 0 24px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="button" align="center" bgcolor="${button.light.back}" style="background-color:${button.light.back};border-radius:8px;mso-padding-alt:14px 28px"><a class="label" href="${url}" style="display:inline-block;padding:14px 28px;${font};font-size:16px;font-weight:bold;color:${button.light.text};text-decoration:none">${escapeHtml(action.label)}</a></td>
</tr>
</table>
</td></tr></table>
${paragraphs(after)}
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:1px solid ${light.line}">
<tr>
<td style="padding:16px 0 0;word-break:break-word">
${footer}
</td>
</tr>
</table>
</td>
</tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</body>
</html>
`
}

/** The logo, or the product's name: most email clients show no SVG. */
function brand({ name, logoUrl, authUrl }: MailProduct): string {
  const style = `margin:0 0 24px;${font};font-size:20px;line-height:28px;font-weight:bold;color:${light.text}`
  if (logoUrl === null || /\.svg$/i.test(logoUrl))
    return `<p class="text" style="${style}">${escapeHtml(name)}</p>`
  const src = logoUrl.startsWith('/') ? authUrl + logoUrl : logoUrl
  return `<p class="text" style="${style}"><img src="${escapeHtml(src)}" alt="${escapeHtml(name)}" height="32" style="display:block;border:0;height:32px;width:auto"></p>`
}

const linkTo = (url: string): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${button.light.back}">${escapeHtml(url)}</a>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
