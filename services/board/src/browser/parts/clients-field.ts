import { byId } from './dom'

/** Ticking an email client also chooses "those ticked", and choosing that shows what can be ticked. */
export function startClientsField(form: HTMLFormElement): void {
  const ticks = byId('ticks')
  ticks.addEventListener('change', ({ target }) => {
    // The chooser has fields of its own: a search and a filter.
    if ((target as HTMLInputElement).name !== 'client') return
    const ticked = form.querySelector<HTMLInputElement>('input[name=choice][value=ticked]')
    if (ticked) ticked.checked = true
  })
  form.addEventListener('change', (event) => {
    const { name, value } = event.target as HTMLInputElement
    if (name === 'choice' && value === 'ticked') ticks.setAttribute('open', '')
  })
}
