import mjml2html from 'mjml'

const productNames = ['Kettle', 'Grinder', 'Scale', 'Carafe', 'Mug', 'Filter', 'Tamper', 'Roaster']

const prose =
  'We roast in small batches every Tuesday, and what leaves the drum on Tuesday is in your letter box by Thursday. This month we went ' +
  'back to the farm in Huila where it all began, to the same terraces and the same family, and brought home a washed lot that tastes of ' +
  'red apple, panela and a little black tea. It is the best we have had from there in six years.'

function product(name: string, index: number, imagesUrl: string): string {
  return `
    <mj-section background-color="${index % 2 ? '#ffffff' : '#f7f3ee'}" padding="24px 16px">
      <mj-column width="40%"><mj-image src="${imagesUrl}/${(index % productNames.length) + 1}.png" alt="${name}" border-radius="8px" /></mj-column>
      <mj-column width="60%">
        <mj-text font-size="22px" font-weight="700" color="#3b2a20">${name}</mj-text>
        <mj-text>${prose}</mj-text>
        <mj-table>
          <tr><th style="text-align:left">Size</th><th style="text-align:left">Weight</th><th style="text-align:right">Price</th></tr>
          <tr><td>Small</td><td>${200 + index * 10} g</td><td style="text-align:right">${12 + index}.00</td></tr>
          <tr><td>Large</td><td>${400 + index * 10} g</td><td style="text-align:right">${19 + index}.00</td></tr>
        </mj-table>
        <mj-button href="https://example.com/shop/${index}" background-color="#b4532a">See the ${name.toLowerCase()}</mj-button>
      </mj-column>
    </mj-section>`
}

/**
 * The HTML of a newsletter of a typical shop's size: 10 images, about 60 KB of HTML, about 600 × 4000 px; 6 KB more for
 * each product beyond the eight. Its images `1.png` … `8.png`, `hero.png` and `logo.png` are below `imagesUrl`.
 */
export async function buildNewsletter(imagesUrl: string, products = productNames.length): Promise<string> {
  const names = Array.from(
    { length: products },
    (_, index) => productNames[index % productNames.length] ?? '',
  )
  const { html, errors } = await mjml2html(
    `<mjml>
      <mj-head>
        <mj-title>The month in coffee</mj-title>
        <mj-preview>Eight things for a better morning.</mj-preview>
        <mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /><mj-text font-size="15px" line-height="24px" color="#4a3a30" /></mj-attributes>
        <mj-style>.lead { color: #b4532a } a:hover { text-decoration: underline } @media (max-width: 480px) { .lead { font-size: 18px } }</mj-style>
      </mj-head>
      <mj-body background-color="#efe7de">
        <mj-section background-color="#3b2a20"><mj-column>
          <mj-image src="${imagesUrl}/logo.png" alt="Roastery" width="160px" />
        </mj-column></mj-section>
        <mj-section padding="0"><mj-column><mj-image src="${imagesUrl}/hero.png" alt="A terrace in Huila" padding="0" /></mj-column></mj-section>
        <mj-section background-color="#ffffff"><mj-column>
          <mj-text css-class="lead" font-size="30px" line-height="38px" font-weight="700">The month in coffee</mj-text>
          <mj-text>${prose}</mj-text><mj-text>${prose}</mj-text>
          <mj-divider border-width="1px" border-color="#e0d4c8" />
        </mj-column></mj-section>
        ${names.map((name, index) => product(name, index, imagesUrl)).join('')}
        <mj-section><mj-column>
          <mj-social mode="horizontal"></mj-social>
          <mj-text align="center" font-size="12px" color="#8a7768">You get this because you bought coffee from us. <a href="https://example.com/bye">Unsubscribe</a></mj-text>
        </mj-column></mj-section>
      </mj-body>
    </mjml>`,
    { validationLevel: 'strict' },
  )
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return html
}
