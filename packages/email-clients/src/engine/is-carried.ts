/**
 * Whether a picture comes with the message (`cid:`, `data:`), so that showing it fetches nothing. Clients with images
 * off show it: Microsoft says so of Outlook on Windows ("linked" pictures are not downloaded); for webmails no source
 * says it of single pictures.
 */
export function isCarried(address: string): boolean {
  return /^\s*(?:data|cid):/i.test(address.slice(0, 64))
}
