interface SrcsetCandidate {
  url: string
  start: number
  end: number
}

const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d

/**
 * WHATWG HTML, "parse a srcset attribute", in one pass. The srcset package backtracks on hostile text and rewrites
 * descriptors.
 */
export function srcsetCandidates(text: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = []
  let at = 0
  while (at < text.length) {
    while (at < text.length && (isBlank(text.charCodeAt(at)) || text[at] === ',')) at++
    const start = at
    while (at < text.length && !isBlank(text.charCodeAt(at))) at++
    let end = at
    while (end > start && text[end - 1] === ',') end--
    if (end > start) candidates.push({ url: text.slice(start, end), start, end })
    // An address that ends in a comma has no descriptors.
    if (end === at) at = skipDescriptors(text, at)
  }
  return candidates
}

function skipDescriptors(text: string, from: number): number {
  let inParentheses = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') inParentheses = true
    else if (text[at] === ')') inParentheses = false
    else if (text[at] === ',' && !inParentheses) return at + 1
  }
  return text.length
}
