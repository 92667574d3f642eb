/* exported narrow, setStyle */

/** Sets properties of an element's style; the returned function takes them back. */
const setStyle = ({ style }, properties, priority) => {
  const before = Object.keys(properties).map((name) => [
    name,
    style.getPropertyValue(name),
    style.getPropertyPriority(name),
  ])
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, priority)
  return () => {
    for (const [name, value, oldPriority] of before) {
      if (value === '') style.removeProperty(name)
      else style.setProperty(name, value, oldPriority)
    }
  }
}

const leastEffect = 0.7

/**
 * "Auto-fit messages" of Gmail on Android (AOSP, packages/apps/UnifiedEmail, assets/script.js), before scaling: takes
 * widths from divs, images, tables and cells. Undoes all if at most 70 % of the excess is gone.
 */
const narrow = ({ window, element, goal, neededWidth, fits }) => {
  const { Element } = window
  const all = (css) => [...Element.prototype.querySelectorAll.call(element, css)]
  const before = neededWidth()
  const ownWidth = ({ style }) => style.getPropertyValue('width') || style.getPropertyValue('min-width')
  const isTooWide = (length) => length.endsWith('px') && parseFloat(length) > goal
  const kinds = [
    () =>
      all('div[style], textarea[style]')
        .filter((block) => isTooWide(ownWidth(block)))
        .map((block) =>
          setStyle(block, { 'max-width': ownWidth(block), width: '100%', 'min-width': '0' }, ''),
        ),
    () =>
      all('img')
        .filter((image) => Element.prototype.getBoundingClientRect.call(image).width > goal)
        .map((image) => setStyle(image, { 'max-width': goal + 'px', width: '100%', height: 'auto' }, '')),
    () =>
      all('table')
        .filter(
          (table) =>
            Element.prototype.hasAttribute.call(table, 'width') ||
            table.style.getPropertyValue('width') !== '',
        )
        .map((table) => setStyle(table, { width: 'auto', 'table-layout': 'auto' }, 'important')),
    () => {
      const width = neededWidth()
      const undo = all('td').map((cell) =>
        setStyle(cell, { width: 'auto', 'white-space': 'normal' }, 'important'),
      )
      if (neededWidth() < width) return undo
      for (const one of undo) one()
      return []
    },
  ]
  const undo = []
  for (const changeKind of kinds) {
    if (fits()) return
    undo.push(...changeKind())
  }
  const excess = before - goal
  if (!fits() && (before - neededWidth()) / excess <= leastEffect) for (const one of undo) one()
}
