/** The base of relative Content-Locations, for RFC 2557 §5's `thismessage:/`. */
const ownBase = 'http://thismessage.invalid/'

/** No real one is longer. */
const maxLocationLength = 2_000
/** Each base resolves each location; a saved web page has one. */
const maxBases = 10

/** What parts stand for, by their Content-Locations (RFC 2557) as each HTML part resolves them. */
export class ContentLocations<Value> {
  private readonly parts: readonly (readonly [location: string, Value])[]
  private readonly byBase = new Map<string, ReadonlyMap<string, Value>>()

  constructor(parts: readonly (readonly [location: string | null, Value])[]) {
    this.parts = parts.filter(
      (part): part is readonly [string, Value] => part[0] !== null && part[0].length <= maxLocationLength,
    )
  }

  /** For an HTML part of this location, which resolves its own relative addresses, too. */
  seenFrom(location: string | null): { base: string; valueOf: (address: string) => Value | undefined } {
    const own = baseOf(location)
    const base = this.byBase.has(own) || this.byBase.size < maxBases ? own : ownBase
    const values = this.byBase.get(base) ?? this.resolve(base)
    const valueOf = (address: string): Value | undefined =>
      values.size === 0 ? undefined : values.get(resolved(address, base) ?? '')
    return { base, valueOf }
  }

  private resolve(base: string): ReadonlyMap<string, Value> {
    const values = new Map(
      this.parts.flatMap(([location, value]) => {
        const address = resolved(location, base)
        return address === null ? [] : [[address, value] as const]
      }),
    )
    this.byBase.set(base, values)
    return values
  }
}

const resolved = (address: string, base: string): string | null => URL.parse(address, base)?.href ?? null

const baseOf = (location: string | null): string =>
  location !== null &&
  location.length <= maxLocationLength &&
  /^https?:/i.test(location) &&
  URL.canParse(location)
    ? location
    : ownBase
