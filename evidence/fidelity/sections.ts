/** In their order; each is written by another program. */
const sections = ['where we are wrong', 'email clients', 'features', 'geometry', 'our own defaults'] as const
export type SectionName = (typeof sections)[number]

const beginOf = (name: SectionName): string => `<!-- ${name}: begin -->`
const endOf = (name: SectionName): string => `<!-- ${name}: end -->`

export function replaceSection(document: string, name: SectionName, text: string): string {
  const texts = sections.map((section) => {
    const known = section === name ? text : findSection(document, section)
    return known === null ? '' : `${beginOf(section)}\n\n${known.trim()}\n\n${endOf(section)}\n`
  })
  return ['# Fidelity\n', ...texts.filter((section) => section !== '')].join('\n')
}

function findSection(document: string, name: SectionName): string | null {
  const begin = document.indexOf(beginOf(name))
  const end = document.indexOf(endOf(name))
  return begin === -1 || end < begin ? null : document.slice(begin + beginOf(name).length, end)
}
