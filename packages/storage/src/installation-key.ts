/** The object that says which installation a store belongs to: the same text as in that installation's database. */
export const installationKey = 'installation'
