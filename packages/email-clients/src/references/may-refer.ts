/**
 * One of these stands in every email that makes a client fetch anything: the attributes and elements of
 * `attribute-reference`, CSS's `url`, `src()`, `image()` and `@import`, or what can spell them in other letters (a CSS
 * escape, a character reference).
 */
const marks = /src|poster|background\s*=|image|<use|stylesheet|o:href|url|import(?!ant)|\\|&#|&bsol/i

/**
 * Whether an email may refer to anything at all: false is certain. Two microseconds where reading 50 KB takes two
 * milliseconds.
 */
export const mayRefer = (html: string): boolean => marks.test(html)
