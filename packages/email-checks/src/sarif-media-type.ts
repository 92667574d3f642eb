/** The media type of a log of SARIF 2.1.0. */
export const sarifMediaType = 'application/sarif+json'
