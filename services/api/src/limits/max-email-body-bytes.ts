/** The largest body of `POST /emails`, after decompression (docs/contract.md §4). */
export const maxEmailBodyBytes = 10 * 1024 * 1024
