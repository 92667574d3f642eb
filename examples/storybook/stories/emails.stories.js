export default { title: 'Emails' }

const page = (content) => `<!doctype html>
<html lang="en">
  <body style="margin: 0; padding: 24px; background-color: #f4f5f8; font-family: Arial, sans-serif">
    <table role="presentation" width="100%" style="max-width: 480px; background-color: #ffffff; border-radius: 12px">
      <tr><td style="padding: 24px">${content}</td></tr>
    </table>
  </body>
</html>`

export const Receipt = () =>
  page(`<h1 style="margin: 0 0 16px; font-size: 22px">Thank you</h1>
    <p style="margin: 0">Your order is on its way.</p>`)

/** Some email clients ignore `display: flex`. */
export const Offers = () =>
  page(`<div style="display: flex; gap: 12px">
    <p style="padding: 16px; background-color: #ffe9c7">One week: half price</p>
    <p style="padding: 16px; background-color: #d9f0e3">Two weeks: a third less</p>
  </div>`)

Offers.parameters = { emailClients: ['CHROMEGMAILNEW', 'OL365', 'CHROMEYAHOO', 'IPHONE17'] }
