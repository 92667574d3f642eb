/**
 * The key of the object that says which installation a store belongs to. Its text is the `mark` in that installation's
 * database.
 */
export const installationKey = 'installation'
