export class CannotGoOn extends Error {}
export function progress(line: string): void
export function nameProgress(renderLine: (line: string) => string): void
