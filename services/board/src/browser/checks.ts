/*
 * The script of the checks' page: filters findings without asking the server, leads from one to the next by keys, and
 * shows what is found while checks run. The page works without it.
 */
import { byId, isCommand } from './parts/dom'
import { followFindings, startFindingKeys } from './parts/live-findings'

const query = new URLSearchParams(location.search)
const checks = document.getElementById('checks')

/** As the server does, in checks/check-kinds.ts. */
function isChosen({ dataset }: HTMLElement): boolean {
  const [kind, client] = [query.get('kind') ?? '', query.get('client') ?? '']
  const clients = dataset.clients?.split(' ')
  return (kind === '' || dataset.kind === kind) && (client === '' || (clients?.includes(client) ?? true))
}

function showChosen(): void {
  if (!checks) return
  for (const element of checks.querySelectorAll<HTMLElement>('li[data-kind], details[data-kind]'))
    element.hidden = !isChosen(element)
  let shown = 0
  for (const section of checks.querySelectorAll<HTMLElement>('.severity, .right')) {
    const number = section.querySelectorAll('li[data-kind]:not([hidden])').length
    section.hidden = number === 0
    const count = section.querySelector('[data-count]')
    if (!count) continue
    count.textContent = String(number)
    shown += number
  }
  byId('nothing').hidden = shown > 0 || checks.querySelector('.severity') === null
  for (const link of checks.querySelectorAll<HTMLAnchorElement>('.kinds a')) {
    const next = new URLSearchParams(query)
    if (link.dataset.kind === '') next.delete('kind')
    else next.set('kind', link.dataset.kind ?? '')
    link.search = next.toString()
    if (link.dataset.kind === (query.get('kind') ?? '')) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

function choose(name: 'kind' | 'client', value: string): void {
  if (value === '') query.delete(name)
  else query.set(name, value)
  query.delete('wait')
  showChosen()
  const search = query.toString()
  history.replaceState(null, '', `${location.pathname}${search === '' ? '' : `?${search}`}`)
}

checks?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-kind]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  // The link below an empty list shows all.
  if (!link.closest('.kinds')) choose('client', '')
  const select = checks.querySelector<HTMLSelectElement>('select[name=client]')
  if (select) select.value = query.get('client') ?? ''
  choose('kind', link.dataset.kind ?? '')
})
checks?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) choose('client', target.value)
})
checks?.addEventListener('submit', (event) => event.preventDefault())
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isCommand(event)) document.getElementById('back')?.click()
})
startFindingKeys()
followFindings('checks', showChosen)
