/** The release that this code is, or leads to (CHANGELOG.md). Its images have it as their tag. */
export const version = '1.0.0'
