/** The object that says which installation a store belongs to: the `mark` in that installation's database. */
export const installationKey = 'installation'
