export class CannotGoOn extends Error {}
export function progress(line: string): void
