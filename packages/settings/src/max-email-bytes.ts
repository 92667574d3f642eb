/** Of `POST /emails`, after decompression (docs/contract.md §4.16). */
export const maxEmailBodyBytes = 10 * 1024 * 1024

/** Of all assets that are stored of one email. */
export const maxAssetBytes = 40 * 1024 * 1024
