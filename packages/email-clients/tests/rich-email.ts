/** An email with an example of everything that some clients treat differently. */
export const richEmail = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Spring offers</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
<style>td{mso-line-height-rule:exactly;font-family:Arial}</style><![endif]-->
<style>
@import url(https://fonts.example/inter.css);
@font-face{font-family:Inter;src:url(https://fonts.example/inter.woff2)}
:root{color-scheme:light dark;--brand:#06c}
body{margin:0;padding:0;background:#f4f4f4;color:#222}
.wrap{max-width:600px;margin:0 auto}.wrap .a.b{color:var(--brand)}
a[href^=tel]{color:inherit}a:hover{text-decoration:none}
u + .body .gmail{display:block!important}
.hero{background:#fff url(https://img.example/hero.jpg) no-repeat center/cover}
.grid{display:grid;grid-template-columns:1fr 1fr;gap:8px}.flex{display:flex;justify-content:center}
@media (max-width:600px){.col{display:block!important;width:100%!important}.hide{display:none}}
@media (prefers-color-scheme:dark){body,.wrap{background:#111!important;color:#eee!important}}
@supports (display:grid){.grid{padding:1px}}
[data-ogsc] .a{color:#9cf!important}
</style>
</head>
<body class="body" bgcolor="#f4f4f4" style="margin:0;padding:0;word-spacing:normal">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">A preheader nobody should see</div>
<!--[if (gte mso 9)|(IE)]><table width="600" align="center"><tr><td><![endif]-->
<div class="wrap" style="max-width:600px;margin:0 auto;background-color:#ffffff">
<h1 class="a b" style="font:700 28px/1.2 Inter,Arial,sans-serif;text-align:center">Hello, world</h1>
<p style="font-size:16px;line-height:24px;color:#333;margin:16px 24px">Call +1 (555) 123-4567 or write to
<a href="mailto:x@example.com">x@example.com</a> before Friday, 12 March 2027 at 5pm, 1600 Amphitheatre Pkwy, Mountain View, CA 94043.</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="col" width="50%" style="padding:24px 8px 4px;vertical-align:top"><img src="https://img.example/a.png" width="280" height="120" alt="First" style="display:block;width:100%;height:auto;border-radius:8px"></td>
<td class="col" width="50%" style="padding:4px 8px"><img src="https://img.example/b.gif" alt="Second" style="max-width:100%"></td>
</tr></table>
<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://example.com" style="height:40px;v-text-anchor:middle;width:200px" arcsize="10%" strokecolor="#1e3650" fillcolor="#ff6600"><w:anchorlock/><center style="color:#fff">Buy now</center></v:roundrect><![endif]-->
<!--[if !mso]><!--><a class="button" href="https://example.com" style="background:linear-gradient(90deg,#f60,#fa0);border-radius:4px;color:#fff;display:inline-block;padding:12px 24px">Buy now</a><!--<![endif]-->
<div class="hero" background="https://img.example/hero.jpg"><!--[if gte mso 9]><v:rect fill="true" stroke="false" style="width:600px;height:200px"><v:fill type="frame" src="https://img.example/hero.jpg" color="#7bceeb"/><v:textbox inset="0,0,0,0"><![endif]--><div>Over a picture</div><!--[if gte mso 9]></v:textbox></v:rect><![endif]--></div>
<div class="grid"><span>one</span><span>two</span></div><div class="flex"><video controls poster="https://img.example/v.jpg"><source src="https://img.example/v.mp4">No video</video></div>
<picture><source srcset="https://img.example/c.webp" type="image/webp"><img src="https://img.example/c.jpg" alt="Third"></picture>
<form action="https://example.com"><input type="text" name="q" placeholder="Search"><input type="checkbox" id="t"><label for="t">More</label><button>Go</button></form>
<ul style="margin-left:-4px;list-style:square"><li>First</li><li style="position:absolute;top:0">Second</li></ul>
<p style="font-size:11px;color:#999999;letter-spacing:.1em;text-transform:uppercase">Unsubscribe at www.example.com/a/very/long/address/that/never/ends/and/goes/on/and/on</p>
</div>
<!--[if (gte mso 9)|(IE)]></td></tr></table><![endif]-->
</body></html>
`
