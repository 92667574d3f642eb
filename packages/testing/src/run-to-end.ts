/**
 * Runs a command to its end, and ends the process, whatever still holds it open: with 0, or with 1 when `main` resolves
 * to false or fails.
 */
export function runToEnd(main: () => Promise<boolean | void>): void {
  main().then(
    (isMet) => process.exit(isMet === false ? 1 : 0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}
