/** As in CHANGELOG.md; the tag of its images. */
export const version = '1.0.0'
