/** A word as the shell reads it back. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
