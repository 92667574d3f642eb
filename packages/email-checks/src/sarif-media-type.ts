/** SARIF 2.1.0. */
export const sarifMediaType = 'application/sarif+json'
