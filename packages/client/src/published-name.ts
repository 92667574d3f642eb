/** Of the package for partners and of its command. */
export const publishedName = 'pas-check'
