import { emailClientKinds } from '@pas/email-clients/email-client'
import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { PreviewAddress } from '../email/email-paths'
import { FidelityWord } from '../email/fidelity-word'
import { type Tile, filterValues, type FilterName } from '../email/tiles'
import type { Variant } from '../email/variants'
import { areVariantsAsked, gridSearch, type GridQuery } from './grid-filters'
import type { GridTexts } from './grid-texts'

export const drawMoreForm = 'draw-more'

interface FilterBarProps {
  path: string
  tiles: readonly Tile[]
  query: GridQuery
  missing: Readonly<Record<Variant, readonly PreviewAddress[]>>
  /** Whether there is an earlier version. */
  isCompared: boolean
  texts: GridTexts
  language: Language
}

export function FilterBar({
  path,
  tiles,
  query,
  missing,
  isCompared,
  texts,
  language,
}: FilterBarProps): ReactNode {
  const countOf = countFilters(tiles)
  const total = tiles.filter(({ variants }) => variants.length === 0).length
  const bar: Bar = { path, query, countOf, total, language }
  const drawMore = { bar, missing, texts }
  return (
    <div className="filters" id="filters">
      <details>
        <summary>{texts.filters}</summary>
        <nav className="segments" aria-label={texts.family}>
          <FilterLink bar={bar} name="family" value={undefined} label={texts.all} />
          {emailClientKinds
            .filter((family) => countOf('family', family) > 0)
            .map((family) => (
              <FilterLink
                key={family}
                bar={bar}
                name="family"
                value={family}
                label={texts.families[family]}
              />
            ))}
        </nav>
        <FilterToggle bar={bar} name="dark" value="1" label={texts.dark} />
        <DrawMore {...drawMore} variant="dark" name="dark" value="1" label={texts.dark} />
        <FilterToggle bar={bar} name="images" value="blocked" label={texts.blocked} />
        <DrawMore {...drawMore} variant="blocked" name="images" value="blocked" label={texts.blocked} />
        {/* A filter that every tile matches is left out. */}
        {(['client', 'engine', 'emulated'] as const)
          .filter((fidelity) => countOf('fidelity', fidelity) < total)
          .map((fidelity) => (
            <FilterToggle
              key={fidelity}
              bar={bar}
              name="fidelity"
              value={fidelity}
              label={<FidelityWord fidelity={fidelity} texts={texts} />}
            />
          ))}
        <FilterToggle bar={bar} name="status" value="failed" label={texts.onlyFailed} />
        {isCompared && (
          <FilterToggle bar={bar} name="verdict" value="different" label={texts.compared.onlyDifferent} />
        )}
        <a
          className="chip"
          href={hrefOf(bar, { distinct: query.distinct ? undefined : '1' })}
          data-filter="distinct"
          data-value="1"
          data-toggle=""
          aria-current={query.distinct ? 'true' : undefined}
        >
          {texts.distinct}
        </a>
      </details>
      <FindField path={path} query={query} texts={texts} />
      <nav className="segments" aria-label={texts.view}>
        {(['grid', 'full'] as const).map((view) => (
          <a
            key={view}
            href={hrefOf(bar, { view })}
            data-view={view}
            aria-current={(query.view ?? 'grid') === view ? 'true' : undefined}
          >
            {texts[view]}
          </a>
        ))}
      </nav>
    </div>
  )
}

interface Bar {
  path: string
  query: GridQuery
  countOf: (name: FilterName, value: string) => number
  total: number
  language: Language
}

function countFilters(tiles: readonly Tile[]): Bar['countOf'] {
  const counts = new Map<string, number>()
  for (const tile of tiles) {
    for (const [name, value] of Object.entries(filterValues(tile)))
      if (areVariantsAsked(tile, { [name]: value }))
        counts.set(`${name}=${value}`, (counts.get(`${name}=${value}`) ?? 0) + 1)
  }
  return (name, value) => counts.get(`${name}=${value}`) ?? 0
}

function hrefOf({ path, query }: Bar, changed: Parameters<typeof gridSearch>[1]): string {
  const search = gridSearch(query, changed)
  return search === '' ? path : `${path}?${search}`
}

interface FilterProps {
  bar: Bar
  name: FilterName
  value: string
  label: ReactNode
}

/** `value` undefined shows all. */
function FilterLink({
  bar,
  name,
  value,
  label,
}: Omit<FilterProps, 'value'> & { value: string | undefined }): ReactNode {
  return (
    <a
      href={hrefOf(bar, { [name]: value })}
      data-filter={name}
      data-value={value ?? ''}
      aria-current={bar.query[name] === value ? 'true' : undefined}
    >
      {label}
      <span className="count">
        {formatNumber(bar.language, value === undefined ? bar.total : bar.countOf(name, value))}
      </span>
    </a>
  )
}

/** A filter that is on or off; left out when no tile matches. */
function FilterToggle({ bar, name, value, label }: FilterProps): ReactNode {
  const isOn = bar.query[name] === value
  const isUseless = bar.countOf(name, value) === 0 && !isOn
  // Hidden, not left out: the page's script shows this filter when a picture fails or differs.
  if (isUseless && name !== 'status' && name !== 'verdict') return null
  return (
    <a
      className="chip"
      hidden={isUseless}
      href={hrefOf(bar, { [name]: isOn ? undefined : value })}
      data-filter={name}
      data-value={value}
      data-toggle=""
      aria-current={isOn ? 'true' : undefined}
    >
      {label}
      <span className="count" data-count={`${name}=${value}`}>
        {formatNumber(bar.language, bar.countOf(name, value))}
      </span>
    </a>
  )
}

/** Draws the variant where it is missing. Stands in place of the filter when no tile has the variant. */
function DrawMore({
  bar: { countOf, language },
  missing,
  texts,
  variant,
  name,
  value,
  label,
}: FilterProps & Pick<FilterBarProps, 'missing' | 'texts'> & { variant: Variant }): ReactNode {
  const number = formatNumber(language, missing[variant].length)
  if (missing[variant].length === 0) return null
  const title = texts.drawMore[variant]({ number })
  return (
    <button
      className="chip"
      form={drawMoreForm}
      name="variant"
      value={variant}
      title={title}
      aria-label={title}
    >
      {countOf(name, value) === 0 ? (
        <>
          {label}
          <span className="count">{`+${number}`}</span>
        </>
      ) : (
        <span className="count">{texts.drawMore.button({ number })}</span>
      )}
    </button>
  )
}

function FindField({ path, query, texts }: Pick<FilterBarProps, 'path' | 'query' | 'texts'>): ReactNode {
  return (
    <form role="search" action={path}>
      {Object.entries(query)
        .filter(([name]) => name !== 'find')
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <input
        type="search"
        id="find"
        name="find"
        defaultValue={query.find ?? ''}
        placeholder={texts.find}
        aria-label={texts.find}
        autoComplete="off"
      />
      <noscript>
        <button>{texts.apply}</button>
      </noscript>
    </form>
  )
}
