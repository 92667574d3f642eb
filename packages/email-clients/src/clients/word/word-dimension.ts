/** Whether Word reads an attribute's length: a number of pixels or a percentage, without any other unit. */
export const isWordDimension = (value: string): boolean => /^\+?\d*(?:\.\d*)?(?:\s*%)?$/.test(value.trim())

/** Whether a browser reads a length where Word reads none: it ignores what follows a number, such as `px`. */
export const isLostOnWord = (value: string): boolean => /^\s*\d/.test(value) && !isWordDimension(value)
