export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
