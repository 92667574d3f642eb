import { createElement, useState } from 'react'
import { addons, types, useChannel, useParameter } from 'storybook/manager-api'
import '../../embed/pas-previews.js'

const popular = ['CHROMEGMAILNEW', 'OL365', 'OUTLOOKNEW', 'IPHONE17', 'IPHONE17DARK', 'CHROMEYAHOO']

function Panel() {
  const [story, setStory] = useState(null)
  /** What was uploaded, or why it could not be; of another story, or of HTML that has changed, it is not shown. */
  const [uploaded, setUploaded] = useState(null)
  useChannel({ 'email-clients/story': setStory })
  const clients = useParameter('emailClients', popular)
  const upload = async () => {
    setUploaded({ html: story.html, waits: true })
    const answer = await fetch('/upload-story', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(story),
    })
      .then((response) => response.json())
      .catch(() => ({ problem: 'Storybook does not answer.' }))
    setUploaded({ html: story.html, ...answer })
  }
  const shown = uploaded?.html === story?.html ? uploaded : null
  return createElement(
    'div',
    { style: { padding: '1rem' } },
    createElement(
      'p',
      null,
      createElement(
        'button',
        { type: 'button', disabled: story === null || Boolean(shown?.waits), onClick: upload },
        'Show this story in email clients',
      ),
    ),
    shown?.problem && createElement('p', { role: 'alert' }, shown.problem),
    shown?.guid &&
      createElement('pas-previews', {
        key: shown.guid,
        src: shown.src,
        guid: shown.guid,
        clients: clients.join(),
        names: JSON.stringify(shown.names),
      }),
  )
}

addons.register('email-clients', () => {
  addons.add('email-clients/panel', {
    type: types.PANEL,
    title: 'Email clients',
    render: ({ active }) => createElement('div', { hidden: !active }, createElement(Panel)),
  })
})
