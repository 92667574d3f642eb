/**
 * Whether a picture comes with the message. Microsoft says that Outlook on Windows blocks only linked pictures; no
 * source says it of webmails.
 */
export function isCarried(address: string): boolean {
  return /^\s*(?:data|cid):/i.test(address.slice(0, 64))
}
