/** Pixels without a unit, or a percentage. */
export const isWordDimension = (value: string): boolean => /^\+?\d*(?:\.\d*)?(?:\s*%)?$/.test(value.trim())

/** A browser reads a length where Word reads none: it ignores what follows a number, such as `px`. */
export const isLostOnWord = (value: string): boolean => /^\s*\d/.test(value) && !isWordDimension(value)
