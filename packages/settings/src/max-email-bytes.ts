/** The largest body of `POST /emails`, after decompression (docs/contract.md §4.16). */
export const maxEmailBodyBytes = 10 * 1024 * 1024

/** The most bytes of an email's assets that are kept. */
export const maxAssetBytes = 40 * 1024 * 1024
