/** One field: its name in lower case, and its value, unfolded; each byte is a character. */
export interface HeaderField {
  name: string
  value: string
}

/** RFC 5322 §2.2. Lines that are no field are left out, among them the first of an mbox (`From `). */
export function readHeaderFields(header: string): HeaderField[] {
  const fields: { name: string; lines: string[] }[] = []
  for (const line of header.split(/\r?\n/)) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      fields.at(-1)?.lines.push(line)
      continue
    }
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trimEnd()
    if (isFieldName(name)) fields.push({ name: name.toLowerCase(), lines: [line.slice(colon + 1)] })
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join('').trim() }))
}

const isFieldName = (name: string): boolean => name.length <= 200 && /^[!-9;-~]+$/.test(name)

/** Whether a header can begin with this line: a field, an mbox's `From `, or what an export put before them. */
export function beginsHeader(line: string): boolean {
  if (/^(?:>?From |POST )/.test(line)) return true
  const colon = line.indexOf(':')
  return colon > 0 && isFieldName(line.slice(0, colon).trimEnd())
}
