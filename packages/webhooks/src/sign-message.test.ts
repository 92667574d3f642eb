import { createHmac } from 'node:crypto'
import { deliveryIdOf, messageIdOf, newWebhookSecret, signMessage, webhookSecretText } from './sign-message'
import { Webhook } from 'standardwebhooks'

describe('the signature of a message', () => {
  it('is that of the example of Standard Webhooks’ libraries, by theirs and by node:crypto', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}']
    const wanted = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    expect(new Webhook(secret).sign(id, new Date(timestamp * 1000), body)).toBe(wanted)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    expect(`v1,${digest}`).toBe(wanted)
  })

  it('is made with each secret, over the id, the time and the body', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const at = new Date('2026-11-25T09:30:00.999Z')
    const deliveryId = '0c3d5e3a-55f8-4b4c-b8f3-d3c6a4d1f0aa'
    const headers = signMessage(secrets, { deliveryId, at, body: '{"ä":"€"}' })
    expect(headers).toMatchObject({
      'webhook-id': 'msg_0c3d5e3a55f84b4cb8f3d3c6a4d1f0aa',
      'webhook-timestamp': '1795599000',
    })
    const expected = secrets.map(
      (secret) =>
        `v1,${createHmac('sha256', secret).update('msg_0c3d5e3a55f84b4cb8f3d3c6a4d1f0aa.1795599000.{"ä":"€"}').digest('base64')}`,
    )
    expect(headers['webhook-signature']).toBe(expected.join(' '))
    expect(webhookSecretText(Buffer.alloc(32))).toBe(`whsec_${'A'.repeat(43)}=`)
  })
})

describe('the id of a message', () => {
  it('leads to its delivery and back, and no other text does', () => {
    const id = '0c3d5e3a-55f8-4b4c-b8f3-d3c6a4d1f0aa'
    expect(deliveryIdOf(messageIdOf(id))).toBe(id)
    for (const text of ['', 'msg_', id, messageIdOf(id).toUpperCase(), `${messageIdOf(id)}0`])
      expect(deliveryIdOf(text)).toBeNull()
  })
})
