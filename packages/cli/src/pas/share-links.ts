/** A number of live share links in words, such as `1 live share link`. */
export const shareLinks = (count: number): string => `${count} live share link${count === 1 ? '' : 's'}`

/** What becomes of so many live links when their giver is deleted, as the rest of "This deletes … and". */
export const linksEnd = (count: number, keepLinks = false): string => {
  const verb = keepLinks ? 'stay' : 'end'
  return `${shareLinks(count)} ${count === 1 ? `${verb}s` : verb}${keepLinks ? ", as the account's own" : ''}`
}
