/** The limit is for the body of `POST /emails` after decompression (docs/contract.md §4.16). */
export const maxEmailBodyBytes = 10 * 1024 * 1024

/** The limit is for all stored assets of one email. */
export const maxAssetBytes = 40 * 1024 * 1024
