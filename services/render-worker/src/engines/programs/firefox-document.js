/* global settle, measureMessage, content, addMessageListener, sendAsyncMessage */

// The half of firefox.js in the document's process, as a frame script: in its scope the page cannot replace the
// functions we call. The page's own scripts stay off.

const measure = async (order) => {
  await settle(content.document)
  const measured = measureMessage(content, order)
  if (measured === null) throw new Error('the document has no element to capture')
  return measured
}

addMessageListener('pas:measure', async ({ data }) => {
  try {
    sendAsyncMessage('pas:measured', { value: await measure(data) })
  } catch (error) {
    sendAsyncMessage('pas:measured', { error: String(error.message) })
  }
})

const shapeTimeoutMs = 5_000

addMessageListener('pas:shape', async ({ data }) => {
  const { width, height, deviceScaleFactor, colorScheme } = data
  const query =
    '(width: ' + width + 'px) and (height: ' + height + 'px) and (resolution: ' + deviceScaleFactor + 'dppx)'
  const shape = content.matchMedia(query + ' and (prefers-color-scheme: ' + colorScheme + ')')
  const endAt = Date.now() + shapeTimeoutMs
  while (!shape.matches && Date.now() < endAt) await new Promise((resolve) => content.setTimeout(resolve, 2))
  sendAsyncMessage(
    'pas:shaped',
    shape.matches ? { value: null } : { error: 'the window did not take its shape' },
  )
})
