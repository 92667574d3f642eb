export interface DetectedLink {
  kind: 'URL' | 'email address' | 'postal address' | 'phone number'
  start: number
  end: number
  href: string
}

const emailAddress = String.raw`[\w.%+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,24}\b`
const webAddress = String.raw`(?:https?:\/\/|www\.)[^\s<>"\x60{}|\\^\u00a0]{3,2000}`
const bareDomain = String.raw`(?:[a-z\d][a-z\d-]{0,62}\.){1,4}(?:com|net|org|edu|gov|io|co)\b(?:\/[^\s<>"]{0,500})?`
const street =
  '(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Way|Court|Ct|Square|Sq|Parkway|Pkwy|Place|Pl)'
const postalAddress = String.raw`\d{1,5} (?:[a-z][a-z.']{0,20} ){1,4}?${street}\b\.?(?:,? (?:suite|ste|apt|unit|#|floor)\.? ?[\w-]{1,6})?,? (?:[a-z][a-z.]{1,20} ?){1,3},? [a-z]{2},? \d{5}(?:-\d{4})?\b`
const phoneNumber = String.raw`(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\d-])|\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\d)`

// The length of every part is limited, so the time is linear in the length of the text.
const detector = new RegExp(
  String.raw`(?<![\w@./+-])(?:(?<email>${emailAddress})|(?<web>${webAddress})|(?<postal>${postalAddress})|(?<phone>${phoneNumber})|(?<domain>${bareDomain}))`,
  'gi',
)

/** Finds URLs, phone numbers, email addresses and US postal addresses. Engineering default: which texts these are. */
export function detectLinks(text: string): DetectedLink[] {
  if (!/[@\d]|www\.|\.[a-z]{2}/i.test(text)) return []
  const found: DetectedLink[] = []
  for (const match of text.matchAll(detector)) {
    const { email, web, postal, phone, domain } = match.groups ?? {}
    // A full stop or a bracket after an address belongs to the sentence.
    const shown = match[0].replace(/(?<![.,;:!?)\]'*])[.,;:!?)\]'*]+$/, '')
    const add = (kind: DetectedLink['kind'], href: string) =>
      found.push({ kind, start: match.index, end: match.index + shown.length, href })
    if (email) add('email address', `mailto:${shown}`)
    else if (web) add('URL', /^http/i.test(shown) ? shown : `http://${shown}`)
    else if (postal) add('postal address', `https://www.google.com/maps/search/${encodeURIComponent(shown)}`)
    else if (phone && shown.replace(/\D/g, '').length >= 7)
      add('phone number', `tel:${shown.replace(/[^\d+]/g, '')}`)
    else if (domain) add('URL', `http://${shown}`)
  }
  return found
}
