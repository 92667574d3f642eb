const maxLength = 200

export function shownAddress(address: string): string {
  const text = address.trim()
  const shown = /^data:/i.test(text) ? text.slice(0, text.indexOf(',') + 1) : text
  return shown.length <= maxLength ? shown : `${shown.slice(0, maxLength - 1)}…`
}
