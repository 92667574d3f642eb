/** Pixels without a unit, or a percentage. */
export const isWordDimension = (value: string): boolean => /^\+?\d*(?:\.\d*)?(?:\s*%)?$/.test(value.trim())

/** Not a length for Word, but for a browser, which ignores what follows a number, such as `px`. */
export const isLostOnWord = (value: string): boolean => /^\s*\d/.test(value) && !isWordDimension(value)
