import { alerts, dashboardPanels } from './questions'

const panels = dashboardPanels()
const alertOf = new Map(alerts().map((alert) => [alert.name, alert]))
/** The alerts that a panel's description names. */
const namedAlerts = (description = ''): string[] =>
  [...description.matchAll(/\bAlert ([A-Z]\w+)/g)].map(([, name = '']) => name)

describe('the dashboard', () => {
  it('explains every panel', () => {
    expect(
      panels.filter(({ description = '' }) => description.length < 10).map(({ title }) => title),
    ).toEqual([])
  })

  it('names only alerts that exist', () => {
    const named = panels.flatMap(({ description }) => namedAlerts(description))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !alertOf.has(name))).toEqual([])
  })

  it('turns red where the alert that a panel names fires', () => {
    const judged = panels.flatMap(({ title, description, fieldConfig }) => {
      const steps = fieldConfig.defaults.thresholds?.steps ?? []
      const red = steps.findIndex(({ color }) => color === 'red')
      // Red is the last colour, from its value on, or the first, up to the value of the next.
      const level = steps[red]?.value ?? steps[red + 1]?.value
      const [alert] = namedAlerts(description).map((name) => alertOf.get(name))
      return alert && level != null ? [{ title, level, levels: levelsOf(alert.query) }] : []
    })
    expect(judged.length).toBeGreaterThan(12)
    expect(judged.filter(({ level, levels }) => !levels.includes(level))).toEqual([])
  })

  it('says at its top whether all is well, before anything else', () => {
    const [first, ...rest] = dashboardPanels({ withRows: true })
    expect(first).toMatchObject({ type: 'row', title: 'Is all well?' })
    const next = rest.findIndex(({ type }) => type === 'row')
    expect(new Set(rest.slice(0, next).map(({ type }) => type))).toEqual(new Set(['stat']))
  })
})

/**
 * The numbers at which a query's comparisons change. A query that counts what is wrong, such as `up < 1`, turns red at
 * the first one.
 */
const levelsOf = (query: string): number[] => [
  1,
  ...[...query.matchAll(/[<>] ([\d.e]+)/g)].map(([, level = '']) => Number(level)),
]
