/*
 * The script of an email's source: an address that names a line of another page (#L2345) leads to that page. The links
 * of our own pages name the line for the server, too, and work without it.
 */
function leadToLine(): void {
  const [, line] = /^#L(\d+)$/.exec(location.hash) ?? []
  if (line === undefined || document.getElementById(`L${line}`)) return
  const address = new URL(location.href)
  // The server has looked for this line already: the source has no such line.
  if (address.searchParams.get('line') === line && !address.searchParams.has('page')) return
  address.searchParams.delete('page')
  address.searchParams.set('line', line)
  location.replace(address)
}

window.addEventListener('hashchange', leadToLine)
leadToLine()
