/** Every size has two defaults, and a variable: SCALE_STEP_SECONDS for `stepSeconds`. */
const sizes = {
  /** Requests a second of the first step, and by how much each step is more than the one before. */
  firstRate: { small: 5, full: 10 },
  stepFactor: { small: 2, full: 1.25 },
  stepSeconds: { small: 5, full: 15 },
  /** The last rate that is tried. */
  maxRate: { small: 20, full: 1_000 },
  workerProcesses: { small: 2, full: 2 },
  workersPerProcess: { small: 2, full: 10 },
  captureMs: { small: 150, full: 150 },
  accounts: { small: 5, full: 50 },
  backlog: { small: 2_000, full: 100_000 },
  idleConsumers: { small: 40, full: 4_000 },
  rows: { small: 200_000, full: 50_000_000 },
  loadMinutes: { small: 2, full: 20 },
  /** The share of the free disk that loaded rows may take. */
  diskShare: { small: 0.5, full: 0.5 },
  /** Pictures in the store among the day's rows; the others' are missing. */
  objects: { small: 500, full: 20_000 },
  retentionMinutes: { small: 1, full: 12 },
  settleSeconds: { small: 3, full: 60 },
  calls: { small: 100, full: 300 },
  faultSeconds: { small: 25, full: 60 },
  cellSeconds: { small: 8, full: 30 },
} as const

export type Dose = Readonly<Record<keyof typeof sizes, number>>

/** Throws when a variable is not a number. */
export function readDose(env: Readonly<Record<string, string | undefined>>): Dose {
  const size = env.SCALE_DOSE === 'small' ? 'small' : 'full'
  return Object.fromEntries(
    Object.entries(sizes).map(([name, defaults]) => {
      const variable = `SCALE_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
      const value = env[variable] ? Number(env[variable]) : defaults[size]
      if (!(value > 0)) throw new Error(`${variable} takes a number above 0`)
      return [name, value]
    }),
  ) as Dose
}
