export interface ChangelogSection {
  /** `YYYY-MM-DD`; null while it says `Unreleased`. */
  date: string | null
  /** Markdown below the heading. */
  notes: string
}

/** The section of a version, in the form of https://keepachangelog.com/en/1.1.0; null when there is none. */
export function findChangelogSection(changelog: string, version: string): ChangelogSection | null {
  const sections = changelog.split(/^(?=## )/m)
  const start = `## [${version}] - `
  const section = sections.find((text) => text.startsWith(start))
  if (section === undefined) return null
  const [heading = '', ...lines] = section.split('\n')
  const date = heading.slice(start.length).trim()
  return { date: /^\d{4}-\d\d-\d\d$/.test(date) ? date : null, notes: lines.join('\n').trim() }
}
