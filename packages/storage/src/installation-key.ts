/** Holds the `mark` of the installation's database. */
export const installationKey = 'installation'
