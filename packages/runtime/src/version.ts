/** CHANGELOG.md and the tag of the images have it, too. */
export const version = '1.0.0'
