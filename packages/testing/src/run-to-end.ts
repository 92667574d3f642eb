/** Ends the process, whatever holds it open: with 1 when `main` resolves to false or fails. */
export function runToEnd(main: () => Promise<boolean | void>): void {
  main().then(
    (isMet) => process.exit(isMet === false ? 1 : 0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}
